package org.underbase.combinedlog.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.underbase.combinedlog.client.DataNodeLog;
import org.underbase.combinedlog.client.DataNodeLogStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command {@code underbase combinedlog datanode status}. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Show the journals of running DataNodes: state, metrics and live settings. Default: all live DataNodes.",
        footerHeading = "%nExamples:%n",
        footer = "  underbase combinedlog datanode status --conf /etc/hadoop/conf --json",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure of a DataNode", "2:invalid usage"})
final class DatanodeStatusCommand implements Callable<Integer> {
    @Mixin
    private RunningDatanodes datanodes;

    @Override
    public Integer call() throws IOException {
        return datanodes.run(true, DataNodeLog::status, new RunningDatanodes.Output<>() {
            @Override
            public void print(PrintWriter out, String datanode, DataNodeLogStatus status) {
                out.println("datanode  " + datanode + (status.active() ? " (active)" : " (journal failed)"));
                out.println("journal   " + status.directory());
                out.println("id        " + status.journalId());
                if (!status.lastCheckpointFailure().isEmpty()) {
                    out.println("checkpoint failure: " + status.lastCheckpointFailure());
                }
                status.metrics().forEach((name, value) -> out.println("  " + name + " " + value));
                status.settings().forEach((key, value) -> out.println("  " + key + "=" + value));
                status.storageModes().forEach((type, mode) -> out.println("  storages of type " + type + ": " + mode));
                out.println();
            }

            @Override
            public void put(ObjectNode into, DataNodeLogStatus status) {
                into.put("directory", status.directory());
                into.put("journalId", status.journalId());
                into.put("active", status.active());
                into.put("durableSequence", status.durableSequence());
                into.put("lastCheckpointFailure", status.lastCheckpointFailure());
                ObjectNode metrics = into.putObject("metrics");
                status.metrics().forEach(metrics::put);
                ObjectNode settings = into.putObject("settings");
                status.settings().forEach(settings::put);
                ObjectNode modes = into.putObject("storageModes");
                status.storageModes().forEach(modes::put);
            }
        });
    }
}
