package org.underbase.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.dist.Commands;
import org.underbase.htfs.record.TraceKeys;
import org.underbase.localcompact.conf.LocalCompactKeys;
import org.underbase.operator.config.ConfigKey;
import org.underbase.tier.conf.TierKeys;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * Generated references in {@code docs/}. To regenerate them: {@code mvn -pl lab/launcher -am verify
 * -Dtest='ReferenceDocs*' -Dsurefire.failIfNoSpecifiedTests=false -Dunderbase.docs.write=true}.
 */
class ReferenceDocsTest {
    private static final Path DOCS = Path.of("..", "..", "docs");

    @Test
    void theCommandReferenceMatchesTheCommands() throws Exception {
        CommandLine root = Commands.commandLine(getClass().getClassLoader());
        StringBuilder page = new StringBuilder();
        page.append("# Commands and options\n\nGenerated from the code; what `./underbase COMMAND --help` prints.\n");
        page.append("`./underbase test`, `build` and `clean` are the launcher's own: see `./underbase --help`.\n");
        for (Map.Entry<String, CommandLine> command : root.getSubcommands().entrySet()) {
            describe(command.getValue(), page, 2);
        }
        check("cli.md", page.toString());
    }

    @Test
    void theConfigurationReferenceMatchesTheKeys() throws Exception {
        StringBuilder page = new StringBuilder();
        page.append(
                        "# Configuration keys\n\nGenerated from the code. The tracer reads them from `core-site.xml` (or the client's own\n")
                .append(
                        "configuration). A *live* key can be changed without a restart: see [deploy.md](deploy.md).\n\n")
                .append("| key | type | default | live | what it does |\n| --- | --- | --- | --- | --- |\n");
        for (ConfigKey key : TraceKeys.all()) {
            page.append("| `")
                    .append(key.name())
                    .append("` | ")
                    .append(key.type())
                    .append(" | ")
                    .append(key.defaultValue().isEmpty() ? "" : "`" + key.defaultValue() + "`")
                    .append(" | ")
                    .append(key.live() ? "yes" : "")
                    .append(" | ")
                    .append(key.doc().replace("|", "\\|"))
                    .append(" |\n");
        }
        page.append(
                        "\n## Tiers\n\nIn `hdfs-site.xml`; see [tiers.md](tiers.md). A key with `<tier>` exists once for each tier.\n\n")
                .append("| key | read by | type | default | what it does |\n| --- | --- | --- | --- | --- |\n");
        for (ConfigKey key : TierKeys.all()) {
            page.append("| `")
                    .append(key.name())
                    .append("` | ")
                    .append(key.readBy())
                    .append(" | ")
                    .append(key.type())
                    .append(" | ")
                    .append(key.defaultValue().isEmpty() ? "" : "`" + key.defaultValue() + "`")
                    .append(" | ")
                    .append(key.doc().replace("|", "\\|"))
                    .append(" |\n");
        }
        page.append("\n## Combined log\n\nIn `hdfs-site.xml` of DataNodes; see [combined-log.md](combined-log.md).\n\n")
                .append("| key | type | default | what it does |\n| --- | --- | --- | --- |\n");
        for (ConfigKey key : CombinedLogKeys.all()) {
            row(page, key.name(), key.type(), key.defaultValue(), key.doc());
        }
        page.append(
                        "\n## Local compaction\n\nIn `hbase-site.xml` of RegionServers; see [local-compaction.md](local-compaction.md).\n\n")
                .append("| key | type | default | what it does |\n| --- | --- | --- | --- |\n");
        for (ConfigKey key : LocalCompactKeys.all()) {
            row(page, key.name(), key.type(), key.defaultValue(), key.doc());
        }
        check("configuration.md", page.toString());
    }

    private static void row(StringBuilder page, String name, String type, String defaultValue, String doc) {
        page.append("| `")
                .append(name)
                .append("` | ")
                .append(type)
                .append(" | ")
                .append(defaultValue.isEmpty() ? "" : "`" + defaultValue + "`")
                .append(" | ")
                .append(doc.replace("|", "\\|"))
                .append(" |\n");
    }

    private static void describe(CommandLine command, StringBuilder page, int level) {
        String usage =
                command.setUsageHelpAutoWidth(false).setUsageHelpWidth(100).getUsageMessage(Ansi.OFF);
        page.append('\n')
                .append("#".repeat(level))
                .append(' ')
                .append(command.getCommandSpec().qualifiedName().replaceFirst("^underbase ", ""))
                .append("\n\n```\n")
                .append(usage.stripTrailing())
                .append("\n```\n");
        // A command appears once per alias.
        for (CommandLine sub : new LinkedHashSet<>(command.getSubcommands().values())) {
            describe(sub, page, Math.min(level + 1, 4));
        }
    }

    private static void check(String file, String expected) throws IOException {
        Path page = DOCS.resolve(file);
        if (Boolean.getBoolean("underbase.docs.write")) {
            Files.writeString(page, expected);
        }
        assertThat(page)
                .as("docs/%s is stale: see ReferenceDocsTest for the command that regenerates it", file)
                .hasContent(expected);
    }
}
