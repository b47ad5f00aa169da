package org.underbase.combinedlog.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.underbase.combinedlog.client.DataNodeLog;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command {@code underbase combinedlog datanode checkpoint}. */
@Command(
        name = "checkpoint",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Fsync the block files of all records in the journals of running DataNodes, and reclaim full segments.",
            "",
            "Writers continue. Afterwards, a replay after a crash applies only records that were added since."
        },
        footerHeading = "%nExamples:%n",
        footer = "  underbase combinedlog datanode checkpoint --datanode node1:9867",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure of a DataNode", "2:invalid usage"})
final class DatanodeCheckpointCommand implements Callable<Integer> {
    @Mixin
    private RunningDatanodes datanodes;

    @Override
    public Integer call() throws IOException {
        return datanodes.run(false, DataNodeLog::checkpoint, new RunningDatanodes.Output<>() {
            @Override
            public void print(PrintWriter out, String datanode, Duration duration) {
                out.println(datanode + ": checkpoint completed in " + duration.toMillis() + " ms");
            }

            @Override
            public void put(ObjectNode into, Duration duration) {
                into.put("millis", duration.toMillis());
            }
        });
    }
}
