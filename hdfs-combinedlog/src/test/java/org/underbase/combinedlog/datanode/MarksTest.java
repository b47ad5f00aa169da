package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.journal.Checkpointer;
import org.underbase.combinedlog.journal.DirectoryDevice;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.JournalView;

/** Data directories and their journal find each other again after they were moved, and never take another's. */
class MarksTest {
    private static final JournalOptions SMALL =
            JournalOptions.defaults().withBufferBytes(16 << 10).withSegments(3, 64 << 10);

    @TempDir
    Path directory;

    private Path data;
    private Path journal;
    private UUID identity;

    private static final class Nothing implements Checkpointer<String> {
        @Override
        public void makeDurable(Set<String> keys, long sequence, Pace pace) {
            assertThat(sequence).isPositive();
        }

        @Override
        public void forgotten(long sequence) {
            assertThat(sequence).isPositive();
        }
    }

    @BeforeEach
    void aDataNodeThatEndedSuddenly() throws IOException {
        directory = directory.toRealPath();
        data = dataDirectory("data", "DS-1");
        journal = directory.resolve("journal");
        identity = make(journal);
        Mark.of(identity, 1, journal).write(data, Mark.IN_USE);
    }

    private Path dataDirectory(String name, String storage) throws IOException {
        Path made = directory.resolve(name);
        Files.createDirectories(made.resolve("current"));
        Files.writeString(made.resolve("current/VERSION"), "storageID=" + storage + "\n");
        return made;
    }

    private static UUID make(Path where) throws IOException {
        Journal<String> made = Journal.open(DirectoryDevice.open(where), SMALL);
        made.start(new Nothing(), failure -> {});
        made.abandon();
        return made.identity();
    }

    private void expectRefusal(Path dataDir, Path journalDir, String... why) {
        assertThatThrownBy(() -> Marks.check(List.of(dataDir), journalDir))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(why);
    }

    @Test
    void whatADirectoryKnowsIsReadAsItWasWritten() throws IOException {
        assertThat(Mark.read(data, Mark.IN_USE)).contains(new Mark(identity, 1, journal, data));
        Marks.check(List.of(data), journal);
        assertThat(Marks.directory(List.of(data))).contains(journal);
        Path file = data.resolve(Mark.IN_USE);
        byte[] right = Files.readAllBytes(file);
        for (int at = 0; at < right.length; at++) {
            byte[] wrong = right.clone();
            wrong[at] ^= 1;
            Files.write(file, wrong);
            assertThatThrownBy(() -> Mark.read(data, Mark.IN_USE))
                    .as("byte %d", at)
                    .isInstanceOf(IOException.class)
                    .hasMessageMatching("(?s).*(is damaged|has version).*");
        }
        for (int length = 0; length < right.length; length++) {
            Files.write(file, java.util.Arrays.copyOf(right, length));
            assertThatThrownBy(() -> Mark.read(data, Mark.IN_USE)).hasMessageContaining("is damaged");
        }
    }

    @Test
    void aJournalThatWasMovedIsKnownByItsIdentity() throws IOException {
        Path moved = directory.resolve("moved");
        Files.move(journal, moved);
        Marks.check(List.of(data), moved);
        expectRefusal(data, journal, "is its disk mounted?");
        assertThat(journal).as("nothing is made").doesNotExist();
        expectRefusal(
                data, directory.resolve("elsewhere"), "synced bytes of " + data, "set dfs.datanode.combinedlog.dir");
        make(journal);
        expectRefusal(data, journal, "is not the one that synced bytes of " + data);
        Marks.check(List.of(data), moved);
    }

    @Test
    void aLinkToAJournalIsNoSecondOne() throws IOException {
        Path moved = directory.resolve("moved");
        Files.move(journal, moved);
        Files.createSymbolicLink(journal, moved);
        Marks.check(List.of(data), moved);
        Marks.check(List.of(data), journal);
    }

    @Test
    void aJournalThatIsThereTwiceIsNotChosenByChance() throws IOException {
        Path copy = directory.resolve("copy");
        FileUtils.copyDirectory(journal.toFile(), copy.toFile());
        expectRefusal(data, copy, "is in " + journal + " and in " + copy, "move the older one of them away");
    }

    @Test
    void aCopyOfADataDirectoryDoesNotTakeTheJournalOfTheOriginal() throws IOException {
        Path copy = directory.resolve("copy");
        FileUtils.copyDirectory(data.toFile(), copy.toFile());
        expectRefusal(copy, journal, copy + " is a copy of " + data, "copy the journal as well");
        Path journalCopy = directory.resolve("journal-copy");
        FileUtils.copyDirectory(journal.toFile(), journalCopy.toFile());
        Marks.check(List.of(copy), journalCopy);
        Marks.check(List.of(data), journal);
    }

    @Test
    void aDataDirectoryMayBeMoved() throws IOException {
        Path moved = directory.resolve("moved");
        Files.move(data, moved);
        Marks.check(List.of(moved), journal);
        dataDirectory("data", "DS-2");
        Marks.check(List.of(moved), journal);
    }

    @Test
    void aJournalBesideItsDataIsFoundAfterAMoveAndACopy() throws IOException {
        Path beside = data.resolve("combinedlog");
        Files.move(journal, beside);
        Mark.of(identity, 1, beside).write(data, Mark.IN_USE);
        Path copy = directory.resolve("copy");
        FileUtils.copyDirectory(data.toFile(), copy.toFile());
        assertThat(Marks.directory(List.of(copy))).contains(copy.resolve("combinedlog"));
        Marks.check(List.of(copy), copy.resolve("combinedlog"));
        Path moved = directory.resolve("moved");
        Files.move(data, moved);
        assertThat(Marks.directory(List.of(moved))).contains(moved.resolve("combinedlog"));
        Marks.check(List.of(moved), moved.resolve("combinedlog"));
        assertThat(JournalPlace.of(new Configuration(false), List.of(moved))).isEqualTo(moved.resolve("combinedlog"));
    }

    @Test
    void aJournalThatLostItsEndIsMissed() throws IOException {
        Mark.of(identity, 7, journal).write(data, Mark.IN_USE);
        try (JournalView view = JournalView.of(journal)) {
            assertThat(view.pending(record -> {}).gaps()).isZero();
            OfflineReplay.check(view, List.of(data));
            assertThat(view.pending(record -> {}).gaps()).isEqualTo(1);
        }
    }
}
