package org.underbase.bench.tiers.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.bench.tiers.io.Device;
import org.underbase.bench.tiers.io.IoCluster;
import org.underbase.bench.tiers.io.Layout;
import org.underbase.bench.tiers.io.Moved;
import org.underbase.bench.tiers.io.Setup;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.network.Network;

/** Slice of part {@code paper}: two nodes per rack, files of two blocks. */
@Tag("cluster")
class ExperimentTest {
    private static final int NODES = 4;
    private static final int BLOCKS = 2;
    private static final Layout LAYOUT = new Layout(List.of(
            new Layout.Place("/r1", List.of(Device.HDD, Device.PCIE)),
            new Layout.Place("/r1", List.of(Device.HDD)),
            new Layout.Place("/r2", List.of(Device.HDD, Device.SATA)),
            new Layout.Place("/r2", List.of(Device.HDD))));

    @Test
    void hybridHasEachBlockOnEachTierAndAllTasksReadFromDisk(@TempDir Path directory)
            throws IOException, InterruptedException {
        Optional<String> obstacle = Disk.slow("hdd", DiskModel.UNLIMITED)
                .obstacle()
                .or(() -> Network.namespaces().obstacle());
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
        ProgressLine progress = new ProgressLine(new PrintWriter(Writer.nullWriter()), "paper");
        try (IoCluster cluster = new IoCluster(Setup.POLICIES, LAYOUT, directory.resolve("cluster"))) {
            Observed hybrid = new Experiment(cluster, BLOCKS, 1, progress).measure(Policy.HYBRID, 0);
            for (Device device : Device.values()) {
                assertThat(hybrid.replicas(device)).isCloseTo(1 / 3.0, within(1e-9));
            }
            assertThat(hybrid.oneRack()).isZero();
            long fileBytes = (long) BLOCKS * Setup.BLOCK;
            for (Moved moved :
                    List.of(hybrid.dfsio().write(), hybrid.dfsio().read(), hybrid.slowRead(), hybrid.slowWrite())) {
                assertThat(moved.tasks()).hasSize(NODES).allSatisfy(task -> assertThat(task.bytes())
                        .isEqualTo(fileBytes));
                assertThat(moved.bytes()).isEqualTo(NODES * fileBytes);
            }
            assertThat(hybrid.grep().tasks()).hasSize(NODES * BLOCKS);
            // Grep's reads miss the page cache.
            assertThat(hybrid.usage().all()).isPositive();
            assertThat(hybrid.remote()).isBetween(0.0, hybrid.otherNode());
        }
    }
}
