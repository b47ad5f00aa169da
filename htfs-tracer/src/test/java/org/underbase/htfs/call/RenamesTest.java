package org.underbase.htfs.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.Recording;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/** Events of renames, and the file table after them. */
class RenamesTest {
    private static final Path FILE = new Path("/a");
    private static final Path DIRECTORY = new Path("/dir");

    @TempDir
    java.nio.file.Path dir;

    private Recording recording;
    private FsCalls calls;

    @BeforeEach
    void start() {
        recording = new Recording(dir);
        calls = new FsCalls(recording.tracer(), "alice", null, () -> new Path("/"));
    }

    /** A rename of FileContext returns nothing. */
    @Test
    void aRenameWithoutAResultSucceeded() throws IOException {
        calls.run(Call.RENAME, FILE, DIRECTORY, facts -> facts.addEach("options", new Rename[0]), () -> {});
        calls.call(Call.RENAME, FILE, DIRECTORY, facts -> {}, () -> false);
        calls.run(Call.CONCAT, FILE, DIRECTORY, facts -> {}, () -> {});

        assertThat(recording.events()).extracting(TraceEvent::result).containsExactly(1L, 0L, 0L);
        assertThat(recording.events().get(0).detail()).isEqualTo("options=none");
    }

    @Test
    void aDirectoryIsKnownFromItsCreationAndItsStatus() throws IOException {
        calls.call(Call.MKDIRS, new Path("/made"), facts -> {}, () -> true);
        calls.run(Call.MKDIR, new Path("/made too"), null, facts -> {}, () -> {});
        calls.call(Call.MKDIRS, new Path("/not made"), facts -> {}, () -> false);
        FileStatus directory = new FileStatus(0, true, 0, 0, 0, new Path("/seen"));
        calls.call(Call.GET_FILE_STATUS, new Path("/seen"), facts -> {}, () -> directory);
        FileStatus file = new FileStatus(1, false, 1, 1, 0, new Path("/file"));
        calls.call(Call.GET_FILE_STATUS, new Path("/file"), facts -> {}, () -> file);

        assertThat(movesInto("/made")).isTrue();
        assertThat(movesInto("/made too")).isTrue();
        assertThat(movesInto("/not made")).isFalse();
        assertThat(movesInto("/seen")).isTrue();
        assertThat(movesInto("/file")).isFalse();
    }

    /** Jobs look for a file below their output before they rename a directory to it. */
    @Test
    void aFailedCallBelowAPathMakesItNoDirectory() throws IOException {
        Path missing = new Path("/out/_SUCCESS");
        assertThatThrownBy(() -> calls.call(Call.GET_FILE_STATUS, missing, facts -> {}, () -> {
                    throw new FileNotFoundException("of the call");
                }))
                .isInstanceOf(FileNotFoundException.class);
        calls.call(Call.EXISTS, missing, facts -> {}, () -> false);

        assertThat(movesInto("/out")).isFalse();
    }

    @Test
    void aSuccessfulCallBelowAPathMakesItADirectory() throws IOException {
        calls.call(Call.EXISTS, new Path("/exists/f"), facts -> {}, () -> true);
        FileStatus file = new FileStatus(1, false, 1, 1, 0, new Path("/status/f"));
        calls.call(Call.GET_FILE_STATUS, new Path("/status/f"), facts -> {}, () -> file);
        calls.stream(calls.file(new Path("/opened/f")));

        assertThat(movesInto("/exists")).isTrue();
        assertThat(movesInto("/status")).isTrue();
        assertThat(movesInto("/opened")).isTrue();
    }

    private boolean movesInto(String target) {
        long id = calls.newFile(FILE).id();
        calls.renamedInto(FILE, new Path(target));
        return calls.file(new Path(target + "/a")).id() == id;
    }
}
