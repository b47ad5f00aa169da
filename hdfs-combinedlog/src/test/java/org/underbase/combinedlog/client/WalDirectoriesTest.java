package org.underbase.combinedlog.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.testbed.mini.MiniHdfs;

/** Placement of HBase's WAL directories, and its exact restoration. */
@Tag("cluster")
class WalDirectoriesTest {
    private static final Path ROOT = new Path("/hbase");
    private static final Placement FAST = new Placement.StoragePolicy("ALL_SSD");

    private static MiniHdfs cluster;
    private static DistributedFileSystem fs;

    private final Tiers tiers = new Tiers();

    /** Tiers in memory. */
    private static final class Tiers implements TierVectors {
        private final Map<Path, String> own = new HashMap<>();
        private boolean failing;

        @Override
        public void check(FileSystem fileSystem, Path directory, String vector) throws IOException {
            if (!vector.contains("=")) {
                throw new IOException("no vector: " + vector);
            }
        }

        @Override
        public Optional<String> own(FileSystem fileSystem, Path directory) {
            return Optional.ofNullable(own.get(directory));
        }

        @Override
        public void set(FileSystem fileSystem, Path directory, String policy) throws IOException {
            if (failing) {
                throw new IOException("not now");
            }
            own.put(directory, policy);
        }

        @Override
        public void unset(FileSystem fileSystem, Path directory) {
            own.remove(directory);
        }
    }

    @BeforeAll
    static void start() throws IOException {
        // Storage policies need no DataNode.
        cluster = MiniHdfs.builder().dataNodes(0).start();
        fs = cluster.fileSystem();
    }

    @AfterAll
    static void stop() throws IOException {
        cluster.close();
    }

    @BeforeEach
    void createDirectories() throws IOException {
        fs.delete(ROOT, true);
        for (String name : List.of("WALs", "oldWALs", "MasterData/WALs", "MasterData/oldWALs")) {
            fs.mkdirs(at(name));
        }
    }

    private static Path at(String name) {
        return fs.makeQualified(new Path(ROOT, name));
    }

    private static String policy(String name) throws IOException {
        return fs.getStoragePolicy(at(name)).getName();
    }

    private WalDirectories wals() {
        return WalDirectories.of(fs, ROOT, tiers);
    }

    @Test
    void disableRestoresThePreviousPolicies() throws IOException {
        fs.setStoragePolicy(at("oldWALs"), "COLD");
        assertThat(wals().enable(FAST)).hasSize(4).allSatisfy(each -> {
            assertThat(each.enabled()).isTrue();
            assertThat(each.policy()).isEqualTo("ALL_SSD");
            assertThat(each.inherited()).isFalse();
        });
        assertThat(wals().disable()).hasSize(4).noneMatch(WalDirectory::enabled);
        assertThat(policy("oldWALs")).isEqualTo("COLD");
        assertThat(policy("WALs")).isEqualTo("HOT");
        assertThat(fs.listXAttrs(at("WALs"))).isEmpty();
        fs.setStoragePolicy(ROOT, "WARM");
        assertThat(policy("WALs")).as("inherits again").isEqualTo("WARM");
        assertThat(policy("MasterData/WALs")).as("inherits again").isEqualTo("WARM");
        assertThat(policy("oldWALs")).isEqualTo("COLD");
    }

    @Test
    void disableRestoresTheFirstPolicyAfterTwoEnables() throws IOException {
        fs.setStoragePolicy(at("WALs"), "WARM");
        wals().enable(FAST);
        wals().enable(new Placement.StoragePolicy("ONE_SSD"));
        assertThat(policy("WALs")).isEqualTo("ONE_SSD");
        wals().disable();
        wals().disable();
        assertThat(policy("WALs")).isEqualTo("WARM");
    }

    @Test
    void missingDirectoriesAreNotCreated() throws IOException {
        fs.delete(at("MasterData"), true);
        List<WalDirectory> all = wals().enable(FAST);
        assertThat(all).extracting(WalDirectory::exists).containsExactly(true, true, false, false);
        assertThat(fs.exists(at("MasterData"))).isFalse();
        fs.delete(ROOT, true);
        assertThatThrownBy(() -> wals().enable(FAST))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("HBase creates them at its first start");
    }

    @Test
    void unknownPolicyChangesNothing() throws IOException {
        assertThatThrownBy(() -> wals().enable(new Placement.StoragePolicy("ALL_GOLD")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'ALL_GOLD'")
                .hasMessageContaining("ALL_SSD, COLD, HOT");
        assertThatThrownBy(() -> wals().enable(new Placement.Vector("golden"))).hasMessageContaining("golden");
        assertThat(wals().show()).noneMatch(WalDirectory::enabled);
    }

    @Test
    void disableRestoresThePreviousVector() throws IOException {
        tiers.own.put(at("oldWALs"), "hybrid");
        wals().enable(new Placement.Vector("log=3"));
        assertThat(tiers.own).hasSize(4).containsValue("log=3").doesNotContainValue("hybrid");
        assertThat(wals().show()).allSatisfy(each -> assertThat(each.vector()).isEqualTo("log=3"));
        wals().enable(new Placement.Vector("log=2,any=1"));
        wals().disable();
        assertThat(tiers.own).containsExactly(Map.entry(at("oldWALs"), "hybrid"));
    }

    @Test
    void vectorReplacesAPolicyAndViceVersa() throws IOException {
        wals().enable(FAST);
        wals().enable(new Placement.Vector("log=3"));
        assertThat(policy("WALs")).isEqualTo("HOT");
        wals().enable(FAST);
        assertThat(tiers.own).isEmpty();
        assertThat(policy("WALs")).isEqualTo("ALL_SSD");
        wals().disable();
        assertThat(policy("WALs")).isEqualTo("HOT");
        assertThat(tiers.own).isEmpty();
    }

    @Test
    void disableRevertsAnIncompleteEnable() throws IOException {
        tiers.failing = true;
        assertThatThrownBy(() -> wals().enable(new Placement.Vector("log=3"))).hasMessageContaining("not now");
        assertThat(wals().show()).anyMatch(WalDirectory::enabled);
        wals().disable();
        assertThat(wals().show()).noneMatch(WalDirectory::enabled);
        assertThat(tiers.own).isEmpty();
    }

    @Test
    void vectorIsRejectedWithoutTiers() throws IOException {
        WalDirectories without = WalDirectories.of(fs, ROOT, new NoTierVectors());
        assertThatThrownBy(() -> without.enable(new Placement.Vector("log=3")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hdfs-tiered");
        wals().enable(new Placement.Vector("log=3"));
        assertThatThrownBy(without::disable).hasMessageContaining("hdfs-tiered");
        assertThat(wals().show()).allMatch(WalDirectory::enabled);
    }

    @Test
    void xattrOfAnotherReleaseStaysUnchanged() throws IOException {
        byte[] value = "{\"v\":2}".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        fs.setXAttr(at("WALs"), PreviousPlacement.XATTR, value);
        assertThatThrownBy(() -> wals().enable(FAST)).hasMessageContaining("{\"v\":2}");
        assertThatThrownBy(() -> wals().disable()).hasMessageContaining("{\"v\":2}");
        assertThat(fs.getXAttr(at("WALs"), PreviousPlacement.XATTR)).isEqualTo(value);
        assertThat(policy("oldWALs")).isEqualTo("HOT");
    }
}
