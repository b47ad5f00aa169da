package org.underbase.dist.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.process.CommandResult;

/** The distribution is complete and its scripts validate their arguments. Tagged because it exists after packaging only. */
@Tag("cluster")
class DistributionTest {
    @Test
    void theClassPathContainsEveryJarOnceAndTheTracerBeforeHadoop() throws IOException {
        List<String> jars = Distribution.jars();

        assertThat(jars).doesNotHaveDuplicates().hasSizeGreaterThan(100);
        try (Stream<Path> files = Files.list(Distribution.HOME.resolve("lib"))) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(jars);
        }
        assertThat(indexOf(jars, "htfs-tracer-")).isLessThan(indexOf(jars, "hadoop-common-"));
        assertThat(indexOf(jars, "hbase-server-")).isNotNegative();
        assertThat(indexOf(jars, "zookeeper-")).isNotNegative();
    }

    @Test
    void noTestCodeIsOnTheClassPath() throws IOException {
        assertThat(Distribution.jars())
                .noneMatch(jar -> jar.contains("-tests"))
                .noneMatch(jar -> jar.matches("(testbed|demo|benchmarks|junit|jmh|awaitility|assertj|mockito).*"));
        TreeSet<String> found = new TreeSet<>();
        for (String jar : Distribution.jars()) {
            try (JarFile file =
                    new JarFile(Distribution.HOME.resolve("lib").resolve(jar).toFile())) {
                file.stream()
                        .map(entry -> entry.getName())
                        .filter(name -> name.startsWith("org/junit/")
                                || name.startsWith("junit/")
                                || name.startsWith("org/openjdk/jmh/")
                                || name.startsWith("org/underbase/testbed/")
                                || name.endsWith("/MiniDFSCluster.class"))
                        .forEach(name -> found.add(jar + ": " + name));
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void oneJarContainsTheJspApi() throws IOException {
        List<String> found = new ArrayList<>();
        for (String jar : Distribution.jars()) {
            try (JarFile file =
                    new JarFile(Distribution.HOME.resolve("lib").resolve(jar).toFile())) {
                if (file.getEntry("javax/servlet/jsp/JspFactory.class") != null) {
                    found.add(jar);
                }
            }
        }

        assertThat(found).singleElement().asString().startsWith("javax.servlet.jsp-api-2.3");
    }

    @Test
    void licenceNoticeConfigurationsAndWebPagesExist() {
        for (String file : List.of(
                "LICENSE",
                "NOTICE",
                "conf/laptop/core-site.xml",
                "conf/three-nodes/hdfs-site.xml",
                "conf/docker/hbase-site.xml",
                "conf/tiers/hdfs-site.xml",
                "web/webapps/hdfs/dfshealth.html",
                "web/webapps/datanode/datanode.html",
                "web/hbase-webapps/master/WEB-INF/web.xml")) {
            assertThat(Distribution.HOME.resolve(file)).isRegularFile();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"underbase-daemon", "underbase-health", "hdfs", "hbase", "underbase"})
    void everyScriptPrintsHelpAndRejectsUnknownArguments(String script) throws IOException {
        CommandResult help = run(script, "--help");
        assertThat(help.exitCode()).as(help.err()).isZero();
        assertThat(help.out()).containsIgnoringCase("usage: " + script);

        CommandResult unknown = run(script, "nonsense");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.out()).isEmpty();
        assertThat(unknown.err().strip()).doesNotContain("\n").contains("nonsense");
    }

    @Test
    void aMissingConfigurationIsOneLine(@TempDir Path empty) throws IOException {
        CommandResult daemon = run("underbase-daemon", "--conf", empty.toString(), "namenode");

        assertThat(daemon.exitCode()).isEqualTo(1);
        assertThat(daemon.err().strip()).doesNotContain("\n").contains("no core-site.xml in " + empty);
    }

    @Test
    void theDataNodesOfANodeWithoutTiersAreOneLine() throws IOException {
        CommandResult status = run("underbase", "datanode", "status");

        assertThat(status.exitCode()).isEqualTo(1);
        assertThat(status.err().strip())
                .doesNotContain("\n")
                .startsWith("underbase: datanode status: dfs.tier.names is not set in ")
                .contains("conf/laptop");
    }

    @Test
    void theConfigurationOfTiersNamesTwoDataNodes() throws IOException {
        String conf = Distribution.conf("tiers").toString();
        CommandResult status = run("underbase", "datanode", "status", "--conf", conf);

        assertThat(status.exitCode()).as(status.err()).isEqualTo(3);
        assertThat(status.out())
                .containsPattern("fast +- +stopped +9866,9864,9867 ")
                .containsPattern("disk +- +stopped +9876,9874,9877 ");
    }

    @Test
    void aClusterThatIsDownIsToldPartByPart(@TempDir Path data) throws IOException {
        Path conf = Files.createDirectory(data.resolve("conf"));
        // The port of the discard service, which is not running.
        Files.writeString(conf.resolve("core-site.xml"), site("fs.defaultFS", "hdfs://127.0.0.1:9"));
        Files.writeString(conf.resolve("hbase-site.xml"), site("hbase.zookeeper.quorum", "127.0.0.1:9"));

        CommandResult check = run("underbase", "check", "--conf", conf.toString(), "--timeout", "5");

        assertThat(check.exitCode()).isEqualTo(1);
        assertThat(check.out().lines())
                .hasSize(3)
                .anySatisfy(line -> assertThat(line).matches("unknown +tracer here: not configured.*"))
                .anySatisfy(line -> assertThat(line).matches("failed +hdfs: .*Connection refused.*"))
                .anySatisfy(line -> assertThat(line).matches("failed +hbase: .*"));
    }

    private static String site(String key, String value) {
        return "<configuration><property><name>" + key + "</name><value>" + value
                + "</value></property></configuration>";
    }

    private static int indexOf(List<String> jars, String prefix) {
        return jars.indexOf(
                jars.stream().filter(jar -> jar.startsWith(prefix)).findFirst().orElse(""));
    }

    private static CommandResult run(String... words) throws IOException {
        List<String> command = new java.util.ArrayList<>(List.of(words));
        command.set(0, Distribution.bin(words[0]));
        return Command.of(command)
                .environment("JAVA_HOME", System.getProperty("java.home"))
                .environment(
                        "UNDERBASE_DATA_DIR",
                        Path.of("target", "tmp", "data").toAbsolutePath().toString())
                .run();
    }
}
