package org.underbase.combinedlog.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.underbase.combinedlog.client.SyncedReplica;
import org.underbase.operator.output.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code underbase combinedlog datanode streams}. */
@Command(
        name = "streams",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Show the replicas that clients sync through the journals of running DataNodes, open ones first.",
        footerHeading = "%nExamples:%n",
        footer = "  underbase combinedlog datanode streams --datanode node1:9867 --limit 20",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure of a DataNode", "2:invalid usage"})
final class DatanodeStreamsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private RunningDatanodes datanodes;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Maximum number of replicas per DataNode. Default: ${DEFAULT-VALUE}.")
    private int limit = 100;

    @Override
    public Integer call() throws IOException {
        if (limit < 1) {
            throw new ParameterException(spec.commandLine(), "invalid --limit " + limit + ": must be at least 1");
        }
        return datanodes.run(true, log -> log.streams(limit), new RunningDatanodes.Output<>() {
            @Override
            public void print(PrintWriter out, String datanode, List<SyncedReplica> replicas) {
                out.println("datanode  " + datanode);
                TextTable table =
                        new TextTable("BLOCK", "STATE", "IN JOURNAL", "SYNCED BYTES", "STORAGE", "BLOCK POOL");
                for (SyncedReplica each : replicas) {
                    table.row(
                            "blk_" + each.blockId() + "_" + each.generationStamp(),
                            each.open() ? "open" : "closed",
                            each.recorded() ? "yes" : "no",
                            "" + each.syncedBytes(),
                            each.storage(),
                            each.blockPool());
                }
                table.print(out);
                out.println();
            }

            @Override
            public void put(ObjectNode into, List<SyncedReplica> replicas) {
                ArrayNode streams = into.putArray("streams");
                for (SyncedReplica each : replicas) {
                    streams.addObject()
                            .put("blockPool", each.blockPool())
                            .put("blockId", each.blockId())
                            .put("generationStamp", each.generationStamp())
                            .put("storage", each.storage())
                            .put("syncedBytes", each.syncedBytes())
                            .put("open", each.open())
                            .put("recorded", each.recorded());
                }
            }
        });
    }
}
