package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.hdfs.server.datanode.DataNodeLayoutVersion;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Markers that bind a journal to the state of a block pool. */
class PoolMarkersTest {
    private static final String POOL = "BP-1";
    private static final String STORAGE = "DS-1";
    private static final int LAYOUT = DataNodeLayoutVersion.getCurrentLayoutVersion();

    @TempDir
    private Path data;

    private final Path journal = Path.of("/journal");
    private final UUID id = UUID.randomUUID();

    @BeforeEach
    void createPool() throws IOException {
        Files.createDirectories(DataDirectory.temporary(data, POOL));
        Files.createDirectories(DataDirectory.replicas(data, POOL));
        version("cTime=5\nlayoutVersion=" + LAYOUT + "\n");
    }

    private Path versionFile() {
        return DataDirectory.replicas(data, POOL).resolve("VERSION");
    }

    private void version(String content) throws IOException {
        Files.writeString(versionFile(), content);
    }

    private PoolMarkers markers() {
        return new PoolMarkers(Map.of(STORAGE, data));
    }

    private void check(String storage, UUID journalId) throws IOException {
        markers().check(Map.of(POOL, Set.of(storage)), Optional.of(journalId), journal);
    }

    private void expectRejection(UUID journalId, String... message) {
        assertThatThrownBy(() -> check(STORAGE, journalId))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(message);
    }

    @Test
    void anotherDataNodeOutdatesTheRecords() throws IOException {
        expectRejection(id, "a DataNode without the combined log has run on the block pool BP-1", "move /journal away");
        markers().loaded(POOL, id);
        assertThat(PoolMarker.read(DataDirectory.temporary(data, POOL)))
                .contains(new PoolMarker(id, new PoolState(5, LAYOUT)));
        check(STORAGE, id);
        expectRejection(UUID.randomUUID(), "a DataNode with another journal has run on the block pool BP-1 in " + data);
        // Deferred records survive a new journal.
        markers().check(Map.of(POOL, Set.of(STORAGE)), Optional.empty(), journal);
    }

    /** Every DataNode empties the directory of the marker when it loads the pool. */
    @Test
    void crashWhileThePoolIsLoadedKeepsTheRecords() throws IOException {
        Path marker = DataDirectory.temporary(data, POOL).resolve(PoolMarker.FILE);
        markers().loaded(POOL, id);
        markers().loading(POOL, id);
        Files.delete(marker);
        check(STORAGE, id);
        expectRejection(UUID.randomUUID(), "a DataNode with another journal has run on the block pool BP-1 in " + data);

        markers().loaded(POOL, id);
        check(STORAGE, id);
        Files.delete(marker);
        expectRejection(id, "a DataNode without the combined log has run on the block pool BP-1");
    }

    @Test
    void recordsOfARemovedStorageAreIgnored() throws IOException {
        markers().loaded(POOL, UUID.randomUUID());
        check("DS-2", id);
    }

    @Test
    void upgradeOrRollbackOutdatesTheRecords() throws IOException {
        markers().loaded(POOL, id);
        version("cTime=6\nlayoutVersion=" + LAYOUT + "\n");
        expectRejection(
                id, "an upgrade or rollback from cTime 5 and layout " + LAYOUT + " to cTime 6", "move /journal away");
        Files.delete(versionFile());
        expectRejection(id, "to an unknown state");
        version("cTime=5\n");
        expectRejection(id, "invalid cTime or layoutVersion in " + versionFile());
    }

    @Test
    void layoutOfAnotherReleaseRequiresTheReplayOfThatRelease() throws IOException {
        markers().loaded(POOL, id);
        version("cTime=5\nlayoutVersion=" + (LAYOUT + 1) + "\n");
        expectRejection(id, "has layout " + (LAYOUT + 1), "run `underbase combinedlog replay` with the Hadoop release");
    }

    @Test
    void corruptMarkerIsReported() throws IOException {
        markers().loaded(POOL, id);
        Path file = DataDirectory.temporary(data, POOL).resolve(PoolMarker.FILE);
        byte[] written = Files.readAllBytes(file);
        for (int at = 0; at < written.length; at++) {
            byte[] corrupt = written.clone();
            corrupt[at] ^= 1;
            Files.write(file, corrupt);
            assertThatThrownBy(() -> check(STORAGE, id))
                    .as("byte %d", at)
                    .isInstanceOf(IOException.class)
                    .hasMessageMatching("(?s).*(corrupt file|unsupported version).*");
        }
    }
}
