package org.underbase.workload.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.SizeText;
import org.underbase.workload.dfsio.Dfsio;
import org.underbase.workload.dfsio.DfsioOptions;
import org.underbase.workload.dfsio.DfsioResult;
import org.underbase.workload.drive.Measurement;
import org.underbase.workload.drive.Progress;
import picocli.CommandLine;

/** Execution and output of one dfsio phase. */
final class DfsioPhase {
    private final CommandLine command;
    private final ReportOptions report;

    DfsioPhase(CommandLine command, ReportOptions report) {
        this.command = command;
        this.report = report;
    }

    /** Phase of {@link Dfsio}. */
    interface Body {
        DfsioResult run(Dfsio dfsio, FileSystem fs, Progress progress) throws IOException;
    }

    int run(String name, DfsioFiles files, DfsioOptions options, Body body) throws IOException {
        Dfsio dfsio = new Dfsio(options);
        try (FileSystem fs = files.fileSystem();
                Interrupt ignored = Interrupt.calls(dfsio::stop)) {
            DfsioResult result;
            try (Progress progress = report.progress(command.getErr())) {
                result = body.run(dfsio, fs, progress);
            }
            print(name, result);
            Measurement measured = result.measurement();
            if (measured.failure().isPresent()) {
                throw new IOException(measured.failure().get());
            }
            if (result.wrong() > 0) {
                throw new IOException("wrong data: " + PrintableText.count(result.wrong(), "read")
                        + " returned other bytes than were written");
            }
            return ExitCode.SUCCESS;
        }
    }

    private void print(String name, DfsioResult result) {
        PrintWriter out = command.getOut();
        Measurement measured = result.measurement();
        if (report.json()) {
            ObjectNode json = MeasurementJson.of(name, measured);
            json.put("bytes", result.bytes());
            json.put("bytesPerSecond", result.bytesPerSecond());
            json.put("wrong", result.wrong());
            out.println(JsonText.of(json));
        } else {
            double seconds = measured.elapsed().toNanos() / 1e9;
            LatencyTable table = new LatencyTable(seconds);
            table.types(measured);
            table.print(out);
            out.printf(
                    Locale.ROOT,
                    "%s %s: %s in %.1f s, %s%n",
                    name,
                    measured.end().name().toLowerCase(Locale.ROOT),
                    SizeText.of(result.bytes()),
                    seconds,
                    SizeText.rate(result.bytesPerSecond()));
        }
        out.flush();
    }
}
