package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Search for checksum files in the directories of a replica. */
class MetaFilesTest {
    @TempDir
    private Path current;

    private final MetaFiles files = new MetaFiles();

    private Path create(Path directory, String name) throws IOException {
        Files.createDirectories(directory);
        return Files.createFile(directory.resolve(name));
    }

    @Test
    void newestOfBothDirectoriesIsFound() throws IOException {
        ReplicaPath replica = new ReplicaPath(current, 7);
        assertThat(new MetaFiles().of(replica)).isEmpty();
        create(replica.rbwDirectory(), "blk_7_1001.meta");
        create(replica.rbwDirectory(), "blk_77_9999.meta");
        create(replica.rbwDirectory(), "blk_7");
        Path newest = create(replica.finalizedDirectory(), "blk_7_1003.meta");
        create(replica.finalizedDirectory(), "blk_7_1002.meta");
        assertThat(files.of(replica)).contains(newest);
        assertThat(files.of(new ReplicaPath(current, 8))).isEmpty();
    }

    @Test
    void directoryIsListedOnce() throws IOException {
        ReplicaPath replica = new ReplicaPath(current, 7);
        Path listed = create(replica.rbwDirectory(), "blk_7_1001.meta");
        assertThat(files.of(replica)).contains(listed);
        // No other process creates files during a replay: this one is not seen.
        create(replica.rbwDirectory(), "blk_7_1002.meta");
        assertThat(files.of(replica)).contains(listed);
    }

    @Test
    void fileThatTheReplayRenamedOrCreatedIsFound() throws IOException {
        ReplicaPath replica = new ReplicaPath(current, 7);
        Path listed = create(replica.rbwDirectory(), "blk_7_1001.meta");
        assertThat(files.of(replica)).contains(listed);
        Path renamed = listed.resolveSibling("blk_7_0.meta");
        Files.move(listed, renamed);
        assertThat(files.of(replica)).contains(renamed);
        Path created = create(replica.rbwDirectory(), "blk_8_0.meta");
        assertThat(files.of(new ReplicaPath(current, 8))).contains(created);
    }
}
