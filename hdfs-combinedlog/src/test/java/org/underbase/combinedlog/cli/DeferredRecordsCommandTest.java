package org.underbase.combinedlog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.journal.DeferredRecords;
import org.underbase.combinedlog.journal.DirectoryDevice;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.JournalRecord;

/** Commands on a journal with the records of a storage whose disk failed. */
class DeferredRecordsCommandTest {
    private static final String LOST = "DS-lost";

    @TempDir
    Path directory;

    private Path journal;
    private Path data;

    /** Returns a data record of 3 bytes without checksums, according to the documented format. */
    private static ByteBuffer record() {
        byte[] names = ("BP-1" + LOST).getBytes(StandardCharsets.UTF_8);
        ByteBuffer record = ByteBuffer.allocate(40 + names.length + 7 + 3);
        record.putShort((short) 4).putShort((short) LOST.length()).putInt(7);
        record.putLong(17).putLong(1001).putLong(0).putLong(0);
        return record.put(names).put(new byte[] {0, 1, 0, 0, 0, 2, 0}).flip().limit(record.capacity());
    }

    @BeforeEach
    void createJournal() throws IOException {
        journal = directory.resolve("journal");
        data = directory.resolve("data");
        Files.createDirectories(data.resolve("current"));
        Files.writeString(data.resolve("current/VERSION"), "storageID=DS-1\n");
        Journal.open(DirectoryDevice.open(journal), JournalOptions.defaults()).abandon();
        try (DeferredRecords deferred = DeferredRecords.in(
                () -> true, () -> DirectoryDevice.open(journal.resolve(DeferredRecords.DIRECTORY)))) {
            deferred.add(new UUID(1, 2), LOST, false, sink -> sink.accept(new JournalRecord(7, 1, record())));
        }
    }

    private CommandRun replay(String... more) {
        String[] args = {"replay", "--data-dir", data.toString(), "--journal-dir", journal.toString()};
        String[] all = new String[args.length + more.length];
        System.arraycopy(args, 0, all, 0, args.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return CommandRun.run(all);
    }

    @Test
    void statusShowsThem() throws IOException {
        CommandRun text = CommandRun.run("status", "--dir", journal.toString());
        assertThat(text.out()).as(text.err()).contains("deferred  1 record of storage " + LOST);
        CommandRun json = CommandRun.run("status", "--dir", journal.toString(), "--json");
        assertThat(json.json().get("deferred").get(0).get("storage").asText()).isEqualTo(LOST);
        assertThat(json.json().get("deferred").get(0).get("records").asLong()).isEqualTo(1);
    }

    @Test
    void replayKeepsThemUntilTheyAreDiscarded() throws IOException {
        CommandRun rejected = replay();
        assertThat(rejected.exitCode()).isEqualTo(1);
        assertThat(rejected.err()).contains("--discard-storage " + LOST);
        assertThat(replay("--dry-run", "--discard-storage", LOST).exitCode()).isZero();
        assertThat(DeferredRecords.view(journal).storages()).containsExactly(LOST);

        CommandRun discarded = replay("--discard-storage", LOST, "--json");

        assertThat(discarded.exitCode()).as(discarded.err()).isZero();
        assertThat(discarded.json().get("report").get("deleted").asInt()).isEqualTo(1);
        assertThat(journal.resolve(DeferredRecords.DIRECTORY)).doesNotExist();
        assertThat(replay("--remove").exitCode()).isZero();
        assertThat(journal).doesNotExist();
    }

    @Test
    void removeKeepsOtherFilesAndNamesThem() throws IOException {
        Path deferred = journal.resolve(DeferredRecords.DIRECTORY);
        for (Path other : List.of(
                journal.resolve("precious.txt"),
                journal.resolve("notes.tmp"),
                journal.resolve("segment-1.bak"),
                deferred.resolve("notes.tmp"))) {
            Files.writeString(other, "mine");
        }
        Files.createDirectory(journal.resolve("directory"));
        Files.createFile(journal.resolve("segment-7.tmp"));

        CommandRun removed = replay("--discard-storage", LOST, "--remove");

        assertThat(removed.exitCode()).as(removed.err()).isZero();
        assertThat(removed.out())
                .endsWith(String.join(
                        System.lineSeparator(),
                        "The journal is deleted.",
                        "Other files remain in " + journal
                                + ": deferred, directory, notes.tmp, precious.txt, segment-1.bak",
                        ""));
        assertThat(names(journal))
                .containsExactly("deferred", "directory", "notes.tmp", "precious.txt", "segment-1.bak");
        assertThat(names(deferred)).containsExactly("notes.tmp");
    }

    private static List<String> names(Path where) throws IOException {
        try (Stream<Path> files = Files.list(where)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
