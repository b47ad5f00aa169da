package org.underbase.testbed.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.underbase.testbed.Role;
import org.underbase.testbed.TestCluster;

/** Behavior of the extension in test classes that a separate JUnit engine runs. */
@Tag("cluster")
class ClusterExtensionTest {
    private static final ByteArrayOutputStream PRINTED = new ByteArrayOutputStream();
    private static final PrintStream OUT = new PrintStream(PRINTED, true, StandardCharsets.UTF_8);
    private static final List<Path> DIRECTORIES = new ArrayList<>();

    @BeforeEach
    void forget() {
        PRINTED.reset();
        DIRECTORIES.clear();
    }

    /** Test class with a failing test, for {@link EngineTestKit}. */
    static class OneFails {
        @RegisterExtension
        static final ClusterExtension CLUSTER = ClusterExtension.of(TestCluster.builder(), OUT);

        @Test
        void succeeds(TestCluster cluster) {
            DIRECTORIES.add(cluster.directory());
            assertThat(cluster.daemons(Role.DATANODE)).hasSize(1);
        }

        @Test
        void fails() {
            DIRECTORIES.add(CLUSTER.cluster().directory());
            throw new AssertionError("expected by the test");
        }
    }

    @Test
    void logsAreKeptAfterAFailureAndTestsShareTheCluster() {
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(OneFails.class))
                .execute()
                .testEvents()
                .assertStatistics(events -> events.succeeded(1).failed(1));
        assertThat(DIRECTORIES).hasSize(2);
        assertThat(DIRECTORIES.get(0)).isEqualTo(DIRECTORIES.get(1)).doesNotExist();
        assertThat(printed())
                .contains("fails() failed; the cluster's logs are in ")
                .hasLineCount(1);
        Path logs = Path.of(printed().substring(printed().indexOf('/')).strip());
        assertThat(logs).endsWith(Path.of(OneFails.class.getName(), "fails"));
        assertThat(logs.resolve("n1/datanode-0/log/datanode-0.log")).content().contains(DataNode.class.getSimpleName());
    }

    /** Test class whose cluster cannot start, for {@link EngineTestKit}. */
    static class NeverStarts {
        @RegisterExtension
        final ClusterExtension cluster = ClusterExtension.of(
                TestCluster.builder().set(Role.DATANODE, "dfs.datanode.failed.volumes.tolerated", "5"), OUT);

        @Test
        void neverRuns() {
            DIRECTORIES.add(cluster.cluster().directory());
        }
    }

    @Test
    void logsAreKeptAfterAFailedStart() {
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(NeverStarts.class))
                .execute()
                .testEvents()
                .assertStatistics(events -> events.failed(1));
        assertThat(DIRECTORIES).isEmpty();
        assertThat(printed()).contains("neverRuns(): the cluster did not start; its logs are in ");
        Path logs = Path.of(printed().substring(printed().indexOf('/')).strip());
        assertThat(logs.resolve("n1/datanode-0/log/datanode-0.log")).isNotEmptyFile();
    }

    private static String printed() {
        return PRINTED.toString(StandardCharsets.UTF_8);
    }
}
