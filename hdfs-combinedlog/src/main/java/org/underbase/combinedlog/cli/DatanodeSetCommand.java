package org.underbase.combinedlog.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code underbase combinedlog datanode set}. */
@Command(
        name = "set",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Change live settings of the journals of running DataNodes, until their restart.",
            "",
            "To keep a value, set the key in hdfs-site.xml of the DataNodes as well. `datanode status` shows the live keys."
        },
        footerHeading = "%nExamples:%n",
        footer = "  underbase combinedlog datanode set --all dfs.datanode.combinedlog.segment.wait.timeout=2s",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure of a DataNode, which keeps its settings", "2:invalid usage"})
final class DatanodeSetCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private RunningDatanodes datanodes;

    @Parameters(arity = "1..*", paramLabel = "KEY=VALUE", description = "Key and its new value.")
    private Map<String, String> changes = new LinkedHashMap<>();

    @Override
    public Integer call() throws IOException {
        if (changes.containsKey("")) {
            throw new ParameterException(
                    spec.commandLine(), "missing key in '=" + changes.get("") + "': expected KEY=VALUE");
        }
        return datanodes.run(false, log -> log.set(changes), new RunningDatanodes.Output<>() {
            @Override
            public void print(PrintWriter out, String datanode, Map<String, String> settings) {
                changes.keySet().forEach(key -> out.println(datanode + ": " + key + "=" + settings.get(key)));
            }

            @Override
            public void put(ObjectNode into, Map<String, String> settings) {
                ObjectNode all = into.putObject("settings");
                settings.forEach(all::put);
            }
        });
    }
}
