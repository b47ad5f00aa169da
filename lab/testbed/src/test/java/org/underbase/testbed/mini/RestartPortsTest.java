package org.underbase.testbed.mini;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.testbed.process.FreePorts;

/** Start of a cluster although a selected port is in use. */
@Tag("cluster")
class RestartPortsTest {
    private static final int DATANODES = 2;
    /** Ports of the DataNodes and the NameNode. */
    private static final int PORTS = DATANODES * 3 + 2;

    @TempDir
    private Path directory;

    private final List<Integer> found = new ArrayList<>();

    /** The first ports are those of a DataNode, the last two those of the NameNode. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, PORTS - 2, PORTS - 1})
    void clusterStartsWithOtherPortsIfOneIsTaken(int which) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                MiniDFSCluster cluster = RestartPorts.start(
                        new MiniDFSCluster.Builder(new HdfsConfiguration(), directory.toFile()).numDataNodes(DATANODES),
                        1,
                        DATANODES,
                        except -> next(except, which, taken.getLocalPort()))) {
            cluster.waitActive();
            assertThat(found).hasSize(2 * PORTS).doesNotHaveDuplicates();
            assertThat(cluster.getNameNodePort()).isEqualTo(found.get(2 * PORTS - 2));
            assertThat(cluster.getNameNode().getHttpAddress().getPort()).isEqualTo(found.get(2 * PORTS - 1));
            assertThat(cluster.getDataNodes().get(0).getXferPort()).isEqualTo(found.get(PORTS));
        }
    }

    @Test
    void pairOfNameNodesHasSuchPorts() throws IOException {
        try (MiniDFSCluster cluster = RestartPorts.start(
                new MiniDFSCluster.Builder(new HdfsConfiguration(), directory.toFile()).numDataNodes(0),
                2,
                0,
                except -> next(except, -1, 0))) {
            List<Integer> used = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                used.add(cluster.getNameNode(i).getNameNodeAddress().getPort());
                used.add(cluster.getNameNode(i).getHttpAddress().getPort());
            }
            assertThat(used).isEqualTo(found);
        }
    }

    private int next(Set<Integer> except, int which, int taken) throws IOException {
        Set<Integer> all = new HashSet<>(except);
        all.addAll(found);
        found.add(found.size() == which ? taken : FreePorts.find(all));
        return found.get(found.size() - 1);
    }
}
