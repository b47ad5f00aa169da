package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.journal.DirectoryDevice;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.JournalView;
import org.underbase.combinedlog.journal.NoRecords;

/** Markers that bind data directories to their journal after moves and copies, and to no other journal. */
class JournalMarkersTest {
    private static final JournalOptions SMALL =
            JournalOptions.defaults().withBufferBytes(16 << 10).withSegments(3, 64 << 10);

    @TempDir
    Path directory;

    private Path data;
    private Path journal;
    private UUID id;

    @BeforeEach
    void crashedDataNode() throws IOException {
        directory = directory.toRealPath();
        data = dataDirectory("data", "DS-1");
        journal = directory.resolve("journal");
        id = create(journal);
        JournalMarker.of(id, 1, journal).write(data, JournalMarker.IN_USE);
    }

    private Path dataDirectory(String name, String storage) throws IOException {
        Path created = directory.resolve(name);
        Files.createDirectories(created.resolve("current"));
        Files.writeString(created.resolve("current/VERSION"), "storageID=" + storage + "\n");
        return created;
    }

    private static UUID create(Path where) throws IOException {
        Journal<String> created = Journal.open(DirectoryDevice.open(where), SMALL);
        created.start(new NoRecords(), failure -> {});
        created.abandon();
        return created.id();
    }

    private static JournalMarkers markers(Path dataDir) {
        return new JournalMarkers(List.of(dataDir));
    }

    private static void expectRejection(Path dataDir, Path journalDir, String... message) {
        assertThatThrownBy(() -> markers(dataDir).check(journalDir))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(message);
    }

    @Test
    void markerIsReadAsWrittenAndCorruptionIsReported() throws IOException {
        assertThat(JournalMarker.read(data, JournalMarker.IN_USE)).contains(new JournalMarker(id, 1, journal, data));
        markers(data).check(journal);
        assertThat(markers(data).journalDirectory()).contains(journal);
        Path file = data.resolve(JournalMarker.IN_USE);
        byte[] written = Files.readAllBytes(file);
        for (int at = 0; at < written.length; at++) {
            byte[] corrupt = written.clone();
            corrupt[at] ^= 1;
            Files.write(file, corrupt);
            assertThatThrownBy(() -> JournalMarker.read(data, JournalMarker.IN_USE))
                    .as("byte %d", at)
                    .isInstanceOf(IOException.class)
                    .hasMessageMatching("(?s).*(corrupt file|unsupported version).*");
        }
        for (int length = 0; length < written.length; length++) {
            Files.write(file, java.util.Arrays.copyOf(written, length));
            assertThatThrownBy(() -> JournalMarker.read(data, JournalMarker.IN_USE))
                    .hasMessageContaining("corrupt file");
        }
    }

    @Test
    void invalidJournalIsDeletedAndItsMarkerIsKeptUntilAnotherIsUsed() throws IOException {
        JournalMarker.of(id, 1, journal).write(data, JournalMarker.INVALID);
        Path other = Files.writeString(journal.resolve("precious.txt"), "mine");
        Path temporary = Files.writeString(journal.resolve("notes.tmp"), "mine");
        Journal<BlockKey> created = markers(data).open(journal, SMALL);
        created.abandon();
        assertThat(created.id()).isNotEqualTo(id);
        assertThat(other).exists();
        assertThat(temporary).exists();
        assertThat(markers(data).isInvalid(id)).isTrue();
        markers(data).use(JournalMarker.of(created.id(), 1, journal));
        assertThat(markers(data).anyInvalid()).isFalse();
        assertThat(markers(data).lastUsed()).contains(new JournalMarker(created.id(), 1, journal, data));
    }

    @Test
    void movedJournalIsIdentifiedByItsId() throws IOException {
        Path moved = directory.resolve("moved");
        Files.move(journal, moved);
        markers(data).check(moved);
        expectRejection(data, journal, "mount its disk");
        assertThat(journal).as("no file is created").doesNotExist();
        expectRejection(
                data,
                directory.resolve("elsewhere"),
                "synced bytes of " + data,
                "restore dfs.datanode.combinedlog.dir");
        create(journal);
        expectRejection(data, journal, "is not the journal of the synced bytes of " + data);
        markers(data).check(moved);
    }

    @Test
    void linkToAJournalIsAccepted() throws IOException {
        Path moved = directory.resolve("moved");
        Files.move(journal, moved);
        Files.createSymbolicLink(journal, moved);
        markers(data).check(moved);
        markers(data).check(journal);
    }

    @Test
    void copiedJournalIsRejected() throws IOException {
        Path copy = directory.resolve("copy");
        FileUtils.copyDirectory(journal.toFile(), copy.toFile());
        expectRejection(data, copy, "is in " + journal + " and in " + copy, "move the older journal away");
    }

    @Test
    void copyOfADataDirectoryRequiresACopyOfItsJournal() throws IOException {
        Path copy = directory.resolve("copy");
        FileUtils.copyDirectory(data.toFile(), copy.toFile());
        expectRejection(copy, journal, copy + " is a copy of " + data, "copy the journal as well");
        Path journalCopy = directory.resolve("journal-copy");
        FileUtils.copyDirectory(journal.toFile(), journalCopy.toFile());
        markers(copy).check(journalCopy);
        markers(data).check(journal);
    }

    @Test
    void movedDataDirectoryIsAccepted() throws IOException {
        Path moved = directory.resolve("moved");
        Files.move(data, moved);
        markers(moved).check(journal);
        dataDirectory("data", "DS-2");
        markers(moved).check(journal);
    }

    @Test
    void journalInsideItsDataDirectoryIsFoundAfterAMoveAndACopy() throws IOException {
        Path inside = data.resolve("combinedlog");
        Files.move(journal, inside);
        JournalMarker.of(id, 1, inside).write(data, JournalMarker.IN_USE);
        Path copy = directory.resolve("copy");
        FileUtils.copyDirectory(data.toFile(), copy.toFile());
        assertThat(markers(copy).journalDirectory()).contains(copy.resolve("combinedlog"));
        markers(copy).check(copy.resolve("combinedlog"));
        Path moved = directory.resolve("moved");
        Files.move(data, moved);
        assertThat(markers(moved).journalDirectory()).contains(moved.resolve("combinedlog"));
        markers(moved).check(moved.resolve("combinedlog"));
        assertThat(JournalLocation.of(new Configuration(false), List.of(moved)))
                .isEqualTo(moved.resolve("combinedlog"));
    }

    @Test
    void lostEndOfTheJournalIsReported() throws IOException {
        JournalMarker.of(id, 7, journal).write(data, JournalMarker.IN_USE);
        try (JournalView view = JournalView.of(journal)) {
            assertThat(view.pending(record -> {}).gaps()).isZero();
            OfflineReplay.check(view, List.of(data));
            assertThat(view.pending(record -> {}).gaps()).isEqualTo(1);
        }
    }
}
