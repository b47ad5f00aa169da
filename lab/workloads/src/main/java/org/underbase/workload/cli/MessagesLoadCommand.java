package org.underbase.workload.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.JsonText;
import org.underbase.workload.drive.Progress;
import org.underbase.workload.messages.LoadResult;
import org.underbase.workload.messages.MessagesWorkload;
import org.underbase.workload.messages.MessagesWorkloadBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code underbase workload messages load}. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        description = "Create the table and write the initial mailbox of every user.",
        footer = {
            "",
            "Exit codes: 0 all users are loaded, 1 failure, 2 invalid usage, 130 interrupted.",
            "",
            "Examples:",
            "  underbase workload messages load --conf CONF_DIR",
            "  underbase workload messages load --conf CONF_DIR --users 100000 --regions 64 --compression ZSTD",
            "  underbase workload messages load --conf CONF_DIR --flush-size 4m --compaction-min-files 3"
        })
final class MessagesLoadCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private HbaseOptions hbase;

    @Mixin
    private PopulationOptions population;

    @Mixin
    private LayoutOptions layout;

    @Mixin
    private ReportOptions report;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "8",
            description = "Concurrent clients. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(names = "--replace", description = "Drop an existing table of this workload first.")
    private boolean replace;

    @Option(names = "--flush", description = "Flush the table afterwards, so that reads use store files.")
    private boolean flush;

    @Override
    public Integer call() throws IOException {
        MessagesWorkload workload = workload();
        try (Connection connection = hbase.connect();
                Interrupt ignored = Interrupt.calls(workload::stop)) {
            if (replace) {
                hbase.administer("dropping the table", () -> workload.dropTable(connection));
            }
            hbase.administer("creating the table", () -> {
                workload.createTable(connection);
                return true;
            });
            LoadResult result;
            try (Progress progress = report.progress(spec.commandLine().getErr())) {
                result = hbase.withShortMessage("load", () -> workload.load(connection, progress));
            }
            print(result);
            if (result.measurement().failure().isPresent()) {
                throw new IOException(result.measurement().failure().get());
            }
            if (flush && result.good()) {
                hbase.administer("flushing the table", () -> {
                    try (Admin admin = connection.getAdmin()) {
                        // Admin.flush can hang: HBase 2.6.4's Master loses the report of a flush that ends before its
                        // procedure awaits it.
                        for (RegionInfo region : admin.getRegions(TableName.valueOf(hbase.table()))) {
                            admin.flushRegion(region.getRegionName());
                        }
                        return true;
                    }
                });
            }
            return result.good() ? ExitCode.SUCCESS : ExitCode.FAILURE;
        }
    }

    private MessagesWorkload workload() {
        try {
            MessagesWorkloadBuilder builder = hbase.apply(population.apply(MessagesWorkload.builder()));
            return builder.layout(layout.layout())
                    .threads(threads)
                    .reportEvery(report.every())
                    .build();
        } catch (IllegalArgumentException invalid) {
            throw new ParameterException(spec.commandLine(), invalid.getMessage(), invalid);
        }
    }

    private void print(LoadResult result) {
        PrintWriter out = spec.commandLine().getOut();
        if (report.json()) {
            out.println(JsonText.of(MessagesReport.json(result)));
            out.flush();
        } else {
            MessagesReport.print(out, result);
        }
    }
}
