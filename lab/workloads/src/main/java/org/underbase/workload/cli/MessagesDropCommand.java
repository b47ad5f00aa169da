package org.underbase.workload.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import org.underbase.operator.output.ExitCode;
import org.underbase.workload.messages.MessagesWorkload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code underbase workload messages drop}. */
@Command(
        name = "drop",
        mixinStandardHelpOptions = true,
        description = "Drop the table. A table that 'load' did not create is rejected.",
        footer = {
            "",
            "Exit codes: 0 the table was dropped or did not exist, 1 failure, 2 invalid usage.",
            "",
            "Example:",
            "  underbase workload messages drop --conf CONF_DIR"
        })
final class MessagesDropCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private HbaseOptions hbase;

    @Override
    public Integer call() throws IOException {
        MessagesWorkload workload = hbase.apply(MessagesWorkload.builder()).build();
        try (Connection connection = hbase.connect()) {
            boolean dropped = hbase.administer("dropping the table", () -> workload.dropTable(connection));
            spec.commandLine().getOut().println(dropped ? "dropped " + hbase.table() : "no table " + hbase.table());
            spec.commandLine().getOut().flush();
            return ExitCode.SUCCESS;
        }
    }
}
