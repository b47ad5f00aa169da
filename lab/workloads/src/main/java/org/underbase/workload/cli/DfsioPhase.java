package org.underbase.workload.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.underbase.workload.dfsio.Dfsio;
import org.underbase.workload.dfsio.DfsioOptions;
import org.underbase.workload.dfsio.DfsioResult;
import org.underbase.workload.drive.Measurement;
import org.underbase.workload.drive.Progress;
import picocli.CommandLine;

/** Runs one phase of dfsio for its verb and tells the result. */
final class DfsioPhase {
    private final CommandLine verb;
    private final ReportOptions report;

    DfsioPhase(CommandLine verb, ReportOptions report) {
        this.verb = verb;
        this.report = report;
    }

    /** A method of {@link Dfsio}. */
    interface Body {
        DfsioResult run(Dfsio dfsio, FileSystem fs, Progress progress) throws IOException;
    }

    int run(String name, DfsioFiles files, DfsioOptions options, Body body) throws IOException {
        Dfsio dfsio = new Dfsio(options);
        try (FileSystem fs = files.fileSystem();
                Interrupt ignored = Interrupt.calls(dfsio::stop)) {
            DfsioResult result = body.run(dfsio, fs, report.progress(verb.getErr()));
            print(name, result);
            Measurement measured = result.measurement();
            if (measured.failure().isPresent()) {
                throw new IOException(measured.failure().get());
            }
            if (result.wrong() > 0) {
                throw new IOException(result.wrong() + " reads returned other bytes than were written");
            }
            return 0;
        }
    }

    private void print(String name, DfsioResult result) {
        PrintWriter out = verb.getOut();
        Measurement measured = result.measurement();
        if (report.json()) {
            ObjectNode json = Json.measurement(name, measured);
            json.put("bytes", result.bytes());
            json.put("bytesPerSecond", result.bytesPerSecond());
            json.put("wrong", result.wrong());
            out.println(Json.text(json));
        } else {
            double seconds = measured.elapsed().toNanos() / 1e9;
            new LatencyTable(out, seconds).types(measured);
            out.printf(
                    Locale.ROOT,
                    "%s %s: %s in %.1f s, %s/s%n",
                    name,
                    measured.end().name().toLowerCase(Locale.ROOT),
                    Numbers.bytes(result.bytes()),
                    seconds,
                    Numbers.bytes((long) result.bytesPerSecond()));
        }
        out.flush();
    }
}
