package org.underbase.dist.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.process.CommandResult;

/**
 * {@code hdfs tier} with stock Hadoop's scripts. These are not on Maven Central: printing functions replace the public
 * functions of their shell API that the profile calls, and the test runs the printed class with Hadoop's jars.
 */
@Tag("cluster")
class StockShellTest {
    private static final String PROFILE = "libexec/shellprofile.d/underbase-tier.sh";

    /** Sources a profile as Hadoop's scripts do and prints its jars and the class of its subcommand. */
    private static CommandResult source(Path profile, String tool) throws IOException {
        return Command.of(
                        "bash",
                        "-c",
                        """
                        set -eu
                        HADOOP_SHELL_EXECNAME=$2
                        hadoop_add_profile() { echo "profile $1"; }
                        hadoop_add_subcommand() { echo "subcommand $1 $2"; }
                        hadoop_add_classpath() { echo "jar $1"; }
                        hadoop_error() { echo "$*" >&2; }
                        . "$1"
                        _underbase_tier_hadoop_classpath
                        hdfs_subcommand_tier
                        echo "class $HADOOP_CLASSNAME"
                        """,
                        "test",
                        profile.toString(),
                        tool)
                .run();
    }

    private static List<String> recorded(CommandResult result, String what) {
        return result.out()
                .lines()
                .filter(line -> line.startsWith(what + " "))
                .map(line -> line.substring(what.length() + 1))
                .toList();
    }

    @Test
    void aLinkedProfileFindsItsJarsAndTheyRunBesideStockHadoop(@TempDir Path libexec) throws IOException {
        Path link = Files.createSymbolicLink(libexec.resolve("underbase-tier.sh"), Distribution.HOME.resolve(PROFILE));
        CommandResult result = source(link, "hdfs");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(recorded(result, "profile")).containsExactly("underbase_tier");
        assertThat(recorded(result, "subcommand")).containsExactly("tier client");
        assertThat(recorded(result, "jar")).hasSize(5).allSatisfy(jar -> assertThat(Path.of(jar))
                .isRegularFile());

        String stock;
        try (Stream<Path> jars = Files.list(Distribution.HOME.resolve("lib"))) {
            stock = jars.filter(jar -> isOfStockHadoop(jar.getFileName().toString()))
                    .map(Path::toString)
                    .collect(Collectors.joining(":"));
        }
        CommandResult help = Command.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        stock + ":" + String.join(":", recorded(result, "jar")),
                        recorded(result, "class").get(0),
                        "-list",
                        "-fs",
                        "hdfs://127.0.0.1:9")
                .run();
        assertThat(help.exitCode()).isEqualTo(1);
        assertThat(help.err().lines())
                .anySatisfy(
                        line -> assertThat(line).startsWith("hdfs tier list: ").contains("Connection refused"));
    }

    private static boolean isOfStockHadoop(String jar) {
        return !jar.matches(
                "(hdfs-tiered|tier-policy|hdfs-combinedlog|operator-interface|picocli|htfs|workloads|dist|hbase).*");
    }

    @Test
    void otherToolsGetTheJarsAndNoSubcommand() throws IOException {
        CommandResult result = source(Distribution.HOME.resolve(PROFILE), "hadoop");
        assertThat(recorded(result, "subcommand")).isEmpty();
        assertThat(recorded(result, "jar")).hasSize(5);
    }

    @Test
    void aCopyWithoutUnderbaseHomeSaysWhatToSet(@TempDir Path libexec) throws IOException {
        Path copy = Files.copy(Distribution.HOME.resolve(PROFILE), libexec.resolve("underbase-tier.sh"));
        CommandResult result = source(copy, "hdfs");
        assertThat(recorded(result, "jar")).isEmpty();
        assertThat(result.err()).contains("set UNDERBASE_HOME in hadoop-env.sh");
    }

    @Test
    void ourOwnScriptHasItToo() throws IOException {
        CommandResult help =
                Command.of(Distribution.bin("hdfs"), "tier", "-set", "--help").run();
        assertThat(help.exitCode()).as(help.err()).isZero();
        assertThat(help.out()).startsWith("Usage: hdfs tier set ");
    }
}
