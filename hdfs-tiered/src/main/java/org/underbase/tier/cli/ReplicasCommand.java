package org.underbase.tier.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.PrintableText;
import org.underbase.tier.client.BlockReplicas;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code tier -replicas}. */
@Command(
        name = "replicas",
        aliases = "-replicas",
        description = "Show the tier of each live replica of a file's blocks, those on the fastest tier first.",
        footerHeading = "%nExamples:%n",
        footer = {"  hdfs tier -replicas /logs/2024.gz"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure; one line states the reason", "2:invalid usage"})
final class ReplicasCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ParentCommand
    private TierCommand tier;

    @Parameters(paramLabel = "FILE", description = "A file.")
    private String file;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Path path = Arguments.path(spec, file);
        try (Session session = Session.open(tier.cluster(), path)) {
            List<BlockReplicas> blocks = session.tiers().replicas(path);
            if (tier.json()) {
                ArrayNode all = JsonText.array();
                blocks.forEach(block -> all.add(Json.replicas(block)));
                out.println(JsonText.of(all));
            } else {
                blocks.forEach(block -> out.println(block.offset() + " " + block.length() + ": " + text(block)));
            }
        }
        out.flush();
        return ExitCode.SUCCESS;
    }

    private static String text(BlockReplicas block) {
        return block.replicas().stream()
                .map(replica ->
                        replica.tier().orElse("no tier") + " on " + replica.host() + " (" + replica.address() + ")")
                .map(PrintableText::of)
                .collect(Collectors.joining(", "));
    }
}
