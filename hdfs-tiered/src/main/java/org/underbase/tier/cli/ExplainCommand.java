package org.underbase.tier.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.Path;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.PrintableText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code tier -explain}. */
@Command(
        name = "explain",
        aliases = "-explain",
        description = "Explain why each replica of a file is on its DataNode and which moves will follow.",
        footerHeading = "%nExamples:%n",
        footer = {"  hdfs tier -explain /logs/2024.gz"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure; one line states the reason", "2:invalid usage"})
final class ExplainCommand implements Callable<Integer> {
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
            List<String> lines = session.tiers().explain(path);
            if (tier.json()) {
                ObjectNode root = JsonText.object();
                root.put("path", path.toString());
                ArrayNode all = root.putArray("lines");
                lines.forEach(all::add);
                out.println(JsonText.of(root));
            } else {
                lines.forEach(line -> out.println(PrintableText.of(line)));
            }
        }
        out.flush();
        return 0;
    }
}
