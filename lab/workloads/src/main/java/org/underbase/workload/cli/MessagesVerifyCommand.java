package org.underbase.workload.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.PrintableText;
import org.underbase.workload.drive.Progress;
import org.underbase.workload.messages.MessagesWorkload;
import org.underbase.workload.messages.VerifyResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code underbase workload messages verify}. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Read the whole table and check that every index cell refers to an existing message, that every message has all"
                    + " its index cells, and that the contents match the seed."
        },
        footer = {
            "",
            "Exit codes: 0 no problem found, 1 a problem found or the table is unreadable, 2 invalid usage,"
                    + " 130 interrupted.",
            "",
            "Example:",
            "  underbase workload messages verify --conf CONF_DIR --json"
        })
final class MessagesVerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private HbaseOptions hbase;

    @Mixin
    private ReportOptions report;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "4",
            description = "Regions read concurrently. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Override
    public Integer call() throws IOException {
        try (Connection connection = hbase.connect()) {
            MessagesWorkload workload = workload(connection);
            try (Interrupt ignored = Interrupt.calls(workload::stop)) {
                VerifyResult result;
                try (Progress progress = report.progress(spec.commandLine().getErr())) {
                    result = hbase.withShortMessage("verification", () -> workload.verify(connection, progress));
                }
                PrintWriter out = spec.commandLine().getOut();
                if (report.json()) {
                    out.println(JsonText.of(MessagesReport.json(result)));
                    out.flush();
                } else {
                    MessagesReport.print(out, result);
                }
                throwIfFailed(result);
                return result.good() ? ExitCode.SUCCESS : ExitCode.FAILURE;
            }
        }
    }

    /** Throws if the verification found a problem or failed. */
    static void throwIfFailed(VerifyResult result) throws IOException {
        if (result.measurement().failure().isPresent()) {
            throw new IOException(result.measurement().failure().get());
        }
        if (result.wrong() > 0) {
            throw new IOException("found " + PrintableText.count(result.wrong(), "problem") + ", the first: "
                    + result.examples().get(0));
        }
    }

    private MessagesWorkload workload(Connection connection) throws IOException {
        var population = hbase.administer(
                "reading the table's descriptor", () -> MessagesWorkload.populationOf(connection, hbase.table()));
        try {
            return hbase.apply(MessagesWorkload.builder())
                    .population(population)
                    .threads(Math.min(threads, population.users()))
                    .reportEvery(report.every())
                    .build();
        } catch (IllegalArgumentException invalid) {
            throw new ParameterException(spec.commandLine(), invalid.getMessage(), invalid);
        }
    }
}
