package org.underbase.combinedlog.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.combinedlog.mode.StorageModes;
import org.underbase.combinedlog.mode.SyncMode;
import org.underbase.testbed.mini.MiniHdfs;

/** Modes of directories against a NameNode without DataNodes. */
@Tag("cluster")
class DirectoryModesTest {
    private static final Path ROOT = new Path("/logs");
    private static final StorageModes MODES = new StorageModes(Set.of(), Set.of(StorageType.NVDIMM));

    private static MiniHdfs cluster;
    private static DistributedFileSystem fs;

    @BeforeAll
    static void start() throws IOException {
        cluster = MiniHdfs.builder().dataNodes(0).start();
        fs = cluster.fileSystem();
    }

    @AfterAll
    static void stop() throws IOException {
        cluster.close();
    }

    @BeforeEach
    void create() throws IOException {
        fs.mkdirs(ROOT);
    }

    @AfterEach
    void delete() throws IOException {
        fs.delete(ROOT, true);
    }

    private static DirectoryMode set(StorageModes modes, SyncMode mode, String... policy) throws IOException {
        return DirectoryModes.of(fs, modes)
                .set(ROOT, mode, policy.length == 0 ? Optional.empty() : Optional.of(policy[0]));
    }

    private static DirectoryMode show() throws IOException {
        return DirectoryModes.of(fs, MODES).show(ROOT);
    }

    @Test
    void unsetRestoresTheStoragePolicyBeforeSet() throws IOException {
        fs.setStoragePolicy(ROOT, "COLD");
        DirectoryMode set = set(MODES, SyncMode.DURABLE_HFLUSH);
        assertThat(set).isEqualTo(show());
        assertThat(set.mode()).contains(SyncMode.DURABLE_HFLUSH);
        assertThat(set.policy()).isEqualTo("ALL_NVDIMM");
        assertThat(set.inherited()).isFalse();
        assertThat(set.storageTypes()).containsExactly(StorageType.NVDIMM);
        assertThat(set.weakFallbacks()).as("used without free NVDIMM").containsExactly(StorageType.DISK);
        assertThat(set.previous()).contains("COLD");
        set(MODES, SyncMode.JOURNAL, "ALL_SSD");
        set(MODES, SyncMode.DURABLE_HFLUSH);
        DirectoryMode unset = DirectoryModes.of(fs, MODES).unset(ROOT);
        assertThat(unset.policy()).isEqualTo("COLD");
        assertThat(unset.mode()).contains(SyncMode.JOURNAL);
        assertThat(unset.previous()).isEmpty();
        assertThat(DirectoryModes.of(fs, MODES).unset(ROOT)).as("repeated").isEqualTo(unset);
    }

    @Test
    void subdirectoryInheritsTheMode() throws IOException {
        set(MODES, SyncMode.DURABLE_HFLUSH);
        fs.mkdirs(new Path(ROOT, "server"));
        DirectoryMode inherited = DirectoryModes.of(fs, MODES).show(new Path(ROOT, "server"));
        assertThat(inherited.mode()).contains(SyncMode.DURABLE_HFLUSH);
        assertThat(inherited.inherited()).isTrue();
        assertThat(DirectoryModes.of(fs, MODES).show(new Path("/")).mode()).contains(SyncMode.JOURNAL);
    }

    @Test
    void policyIsSelectedOnlyIfItIsUnambiguous() throws IOException {
        StorageModes selected = new StorageModes(Set.of(StorageType.SSD, StorageType.NVDIMM), Set.of());
        assertThatThrownBy(() -> set(selected, SyncMode.JOURNAL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("select one of ALL_NVDIMM, ALL_SSD");
        assertThatThrownBy(() -> set(selected, SyncMode.DURABLE_HFLUSH))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no storage policy selects only storage types of mode durable-hflush");
        assertThatThrownBy(() -> set(selected, SyncMode.JOURNAL, "ONE_SSD"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SSD is journal, DISK is stock");
        assertThatThrownBy(() -> set(selected, SyncMode.JOURNAL, "ALL_GOLD"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown storage policy 'ALL_GOLD'");
        assertThat(show().previous()).as("nothing was changed").isEmpty();
        assertThat(set(selected, SyncMode.STOCK).policy()).as("the current one").isEqualTo("HOT");
        assertThat(set(selected, SyncMode.JOURNAL, "ALL_SSD").policy()).isEqualTo("ALL_SSD");
    }

    @Test
    void differentModesOfOnePolicyAreNoMode() throws IOException {
        fs.setStoragePolicy(ROOT, "ONE_SSD");
        DirectoryModes modes = DirectoryModes.of(fs, new StorageModes(Set.of(StorageType.SSD), Set.of()));
        assertThat(modes.show(ROOT).mode()).isEmpty();
        assertThatThrownBy(() -> modes.check(ROOT))
                .hasMessageContaining("ONE_SSD")
                .hasMessageContaining("different");
    }

    @Test
    void callerWithoutWriteAccessChangesNothing() throws Exception {
        UserGroupInformation other = UserGroupInformation.createUserForTesting("other", new String[] {"others"});
        try (FileSystem theirs = other.doAs(
                (PrivilegedExceptionAction<FileSystem>) () -> FileSystem.newInstance(cluster.configuration()))) {
            DirectoryModes modes = DirectoryModes.of((DistributedFileSystem) theirs, MODES);
            assertThatThrownBy(() -> modes.set(ROOT, SyncMode.DURABLE_HFLUSH, Optional.empty()))
                    .isInstanceOf(AccessControlException.class);
            assertThat(show().policy()).isEqualTo("HOT");
            set(MODES, SyncMode.DURABLE_HFLUSH);
            assertThatThrownBy(() -> modes.unset(ROOT)).isInstanceOf(AccessControlException.class);
            assertThat(modes.show(ROOT).mode()).contains(SyncMode.DURABLE_HFLUSH);
        }
    }

    @Test
    void missingDirectoryAndFileAreRejected() throws IOException {
        Path file = new Path(ROOT, "file");
        fs.create(file, (short) 1).close();
        assertThatThrownBy(() -> DirectoryModes.of(fs, MODES).show(new Path("/missing")))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("/missing");
        assertThatThrownBy(() -> DirectoryModes.of(fs, MODES).set(file, SyncMode.DURABLE_HFLUSH, Optional.empty()))
                .hasMessageContaining("not a directory");
    }

    @Test
    void erasureCodedFilesDoNotHaveTheMode() throws IOException {
        set(MODES, SyncMode.DURABLE_HFLUSH);
        fs.enableErasureCodingPolicy("XOR-2-1-1024k");
        Path coded = new Path(ROOT, "coded");
        fs.mkdirs(coded);
        fs.setErasureCodingPolicy(coded, "XOR-2-1-1024k");
        fs.create(new Path(coded, "file"), (short) 1).close();
        fs.create(new Path(ROOT, "file"), (short) 1).close();
        PlacementCheck check = DirectoryModes.of(fs, MODES).check(ROOT);
        assertThat(check.files()).isEqualTo(2);
        assertThat(check.erasureCodedFiles()).isEqualTo(1);
        assertThat(check.complete()).isFalse();
        assertThat(check.misplacedReplicas()).isZero();
        assertThat(List.of(check.openFiles(), check.misplacedOpenFiles())).containsOnly(0L);
    }

    @Test
    void durableStorageMustBeJournaled() {
        assertThatThrownBy(() -> new StorageModes(Set.of(StorageType.SSD), Set.of(StorageType.NVDIMM)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new StorageModes(Set.of(), Set.of(StorageType.RAM_DISK)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
