package org.underbase.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.dist.Commands;
import org.underbase.exalt.hbase.TardisMemStore;
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
        String page =
                "# Configuration keys\n\nGenerated from the code. A *live* key can be changed without a restart.\n"
                        + section(
                                "Tracer",
                                "In `core-site.xml` or the client's own configuration; see [deploy.md](deploy.md).",
                                TraceKeys.all())
                        + section(
                                "Tiers",
                                "In `hdfs-site.xml`; see [tiers.md](tiers.md). A key with `<tier>` exists once for each tier.",
                                TierKeys.all())
                        + section(
                                "Combined log",
                                "In `hdfs-site.xml` of DataNodes; see [combined-log.md](combined-log.md).",
                                CombinedLogKeys.all())
                        + section(
                                "Local compaction",
                                "In `hbase-site.xml` of RegionServers; see [local-compaction.md](local-compaction.md).",
                                LocalCompactKeys.all())
                        + section(
                                "Exalt",
                                "In `hbase-site.xml`; see [exalt.md](exalt.md).",
                                List.of(TardisMemStore.ACCOUNTING));
        check("configuration.md", page);
    }

    private static String section(String title, String introduction, Collection<ConfigKey> keys) {
        return keys.stream()
                .map(key -> "| `%s` | %s | %s | %s | %s | %s |\n"
                        .formatted(
                                key.name(),
                                key.readBy(),
                                key.type(),
                                key.defaultValue().isEmpty() ? "" : "`" + key.defaultValue() + "`",
                                key.live() ? "yes" : "",
                                key.doc().replace("|", "\\|")))
                .collect(Collectors.joining(
                        "",
                        "\n## %s\n\n%s\n\n| key | read by | type | default | live | what it does |\n%s\n"
                                .formatted(title, introduction, "| --- | --- | --- | --- | --- | --- |"),
                        ""));
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
