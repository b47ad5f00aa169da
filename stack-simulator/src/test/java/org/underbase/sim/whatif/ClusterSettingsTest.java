package org.underbase.sim.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.cost.Prices;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.FileLayout;
import org.underbase.sim.request.Tier;
import org.underbase.sim.study.Alternative;
import org.underbase.sim.study.Alternative.Switch;
import org.underbase.sim.sync.SyncSettings;

class ClusterSettingsTest {
    private static final Tier FAST = new Tier("fast", 3, 1, 1, 0, 400);
    private static final Tier DISK = new Tier("disk", 3, 4, 1, 1, 100);
    private static final Alternative MACHINE = Alternative.of(
                    "baseline", new Hardware(30, 0, 15), Prices.PAPER, PaperDisk.DEFAULT)
            .with(FileLayout.TRACED.withTiers(List.of(DISK, FAST)));

    @TempDir
    private Path directory;

    private ClusterSettings settings(Map<String, String> properties) throws IOException {
        StringBuilder text = new StringBuilder("<configuration>");
        properties.forEach((name, value) ->
                text.append("<property><name>" + name + "</name><value>" + value + "</value></property>"));
        Files.writeString(directory.resolve("hdfs-site.xml"), text + "</configuration>");
        return ClusterSettings.read(directory, new Configuration(false));
    }

    @Test
    void featuresOfTheClusterAreOnInTheBaseline() throws IOException {
        Alternative baseline = settings(Map.of(
                        "dfs.datanode.fsdataset.factory",
                        "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory",
                        "hbase.hstore.defaultengine.compactor.class",
                        "org.underbase.localcompact.LocalCompactor",
                        "hbase.wal.hsync",
                        "true",
                        "dfs.datanode.drop.cache.behind.writes",
                        "true",
                        "dfs.datanode.combinedlog.segment.size",
                        "1m"))
                .baseline(MACHINE.with(Switch.LINUX_CACHE));

        assertThat(baseline.switches()).containsExactlyInAnyOrder(Switch.values());
        assertThat(baseline.layout().isTiered()).isFalse();
        assertThat(baseline.syncs().segmentBytes()).isEqualTo(1 << 20);
        assertThatThrownBy(() -> Change.apply(baseline, "localcompact"))
                .hasMessage("localcompact is on already: it is a part of the baseline");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "63k", "16t", "many"})
    void invalidSizesOfSegmentsAreRejected(String size) {
        String key = "dfs.datanode.combinedlog.segment.size";

        assertThatThrownBy(() -> settings(Map.of(key, size)).baseline(MACHINE))
                .hasMessage("invalid " + key + "=" + size + ": must be a size from 64k to 16g");
    }

    @Test
    void tiersOfTheClusterNeedADescription() throws IOException {
        Alternative baseline = settings(Map.of("dfs.tier.names", "fast,disk", "dfs.tier.policy", "hybrid"))
                .baseline(MACHINE);

        assertThat(baseline.layout())
                .as("the order of the names")
                .isEqualTo(FileLayout.TRACED.withTiers(List.of(FAST, DISK)).withPlacement("hybrid"));
        assertThatThrownBy(() -> settings(Map.of("dfs.tier.names", "ssd,disk")).baseline(MACHINE))
                .hasMessageStartingWith("missing tier ssd in the hardware file: tier.ssd.nodes, tier.ssd.disks, ");
    }

    @Test
    void settingsOfHsyncsAreChecked() {
        assertThatThrownBy(() -> SyncSettings.UNKNOWN.withSegments(65_535))
                .hasMessage("invalid segment of 65535 bytes: must have 64k to 16g");
        assertThatThrownBy(() -> SyncSettings.UNKNOWN.withFlush(-2)).hasMessageStartingWith("invalid time of a flush");
    }

    @Test
    void aLandingPolicyOfTheClusterIsSimulatedAsThatOfClosedFiles() throws IOException {
        ClusterSettings landing =
                settings(Map.of("dfs.tier.names", "fast,disk", "dfs.tier.policy", "landing:fast=1,disk=2"));

        assertThat(landing.baseline(MACHINE).layout().placement()).isEqualTo("fast=1,disk=2");
        assertThat(landing.note())
                .hasValue(
                        "dfs.tier.policy=landing:fast=1,disk=2 is simulated as fast=1,disk=2: replicas do not move when"
                                + " a file is closed");
        assertThat(settings(Map.of("dfs.tier.names", "fast,disk", "dfs.tier.policy", "hybrid"))
                        .note())
                .isEmpty();
    }

    @Test
    void featuresOfTheTraceAreRejected() throws IOException {
        ClusterSettings settings = settings(Map.of(
                "dfs.replication", "2",
                "dfs.blocksize", "64m",
                "hbase.regionserver.wal.enablecompression", "true"));

        for (String on : List.of("replication=2", "block=64m", "wal-compression=3")) {
            assertThatThrownBy(() -> settings.check("ram=1g," + on)).hasMessageStartingWith(on + " is on already in ");
        }
        settings.check("replication=3,block=128m,localcompact");
    }

    @Test
    void aDirectoryWithoutConfigurationIsRejected() {
        assertThatThrownBy(() -> ClusterSettings.read(directory, new Configuration(false)))
                .hasMessageStartingWith("no configuration in ");
    }
}
