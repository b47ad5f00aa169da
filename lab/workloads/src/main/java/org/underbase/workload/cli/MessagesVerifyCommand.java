package org.underbase.workload.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
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
            "Read the whole table and check that every index cell means a message that is there, that every message has all"
                    + " its index cells, and that contents are those of the seed."
        },
        footer = {
            "",
            "Exit codes: 0 nothing is wrong, 1 something is or the table cannot be read, 2 wrong usage, 130 interrupted.",
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
            description = "Regions read at the same time. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Override
    public Integer call() throws IOException {
        try (Connection connection = hbase.connect()) {
            MessagesWorkload workload = workload(connection);
            try (Interrupt ignored = Interrupt.calls(workload::stop)) {
                Progress progress = report.progress(spec.commandLine().getErr());
                VerifyResult result = hbase.plainly("beginning to verify", () -> workload.verify(connection, progress));
                PrintWriter out = spec.commandLine().getOut();
                if (report.json()) {
                    out.println(Json.text(MessagesReport.json(result)));
                    out.flush();
                } else {
                    MessagesReport.print(out, result);
                }
                complain(result);
                return result.good() ? 0 : 1;
            }
        }
    }

    /** Throws when something was wrong or the check did not end. */
    static void complain(VerifyResult result) throws IOException {
        if (result.measurement().failure().isPresent()) {
            throw new IOException(result.measurement().failure().get());
        }
        if (result.wrong() > 0) {
            throw new IOException(result.wrong() + " problems, the first: "
                    + result.examples().get(0));
        }
    }

    private MessagesWorkload workload(Connection connection) throws IOException {
        var population = hbase.administer(
                "looking at the table", () -> MessagesWorkload.populationOf(connection, hbase.table()));
        try {
            return hbase.apply(MessagesWorkload.builder())
                    .population(population)
                    .threads(Math.min(threads, population.users()))
                    .reportEvery(report.every())
                    .build();
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
        }
    }
}
