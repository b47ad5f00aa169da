package org.underbase.localcompact.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.localcompact.soak.SoakJournal.Finished;

/** Test that an interrupted soak continues after its finished schedules. */
class SoakJournalTest {
    private static final String IDENTITY = "soak, seed 1";
    private static final Finished FIRST = new Finished(1, true, List.of("LOCAL", "FAILED"), 10, 2, 1);
    private static final Finished SECOND = new Finished(3, false, List.of(), 0, 0, 0);

    @TempDir
    private Path directory;

    @Test
    void finishedSchedulesAreReadAgain() throws IOException {
        Optional<Path> file = Optional.of(directory.resolve("soak"));
        SoakJournal journal = SoakJournal.open(file, IDENTITY);
        assertThat(journal.finished()).isEmpty();
        journal.add(FIRST);
        SoakJournal resumed = SoakJournal.open(file, IDENTITY);
        assertThat(resumed.finished()).containsExactly(FIRST);
        resumed.add(SECOND);
        assertThat(SoakJournal.open(file, IDENTITY).finished()).containsExactly(FIRST, SECOND);
    }

    @Test
    void interruptedLineIsDropped() throws IOException {
        Path file = directory.resolve("soak");
        SoakJournal.open(Optional.of(file), IDENTITY).add(FIRST);
        Files.writeString(file, "{\"number\":3,", StandardOpenOption.APPEND);
        SoakJournal resumed = SoakJournal.open(Optional.of(file), IDENTITY);
        assertThat(resumed.finished()).containsExactly(FIRST);
        resumed.add(SECOND);
        assertThat(SoakJournal.open(Optional.of(file), IDENTITY).finished()).containsExactly(FIRST, SECOND);
    }

    @Test
    void interruptedFirstLineIsReplaced() throws IOException {
        Path file = directory.resolve("soak");
        Files.writeString(file, "so");
        SoakJournal.open(Optional.of(file), IDENTITY).add(FIRST);
        assertThat(SoakJournal.open(Optional.of(file), IDENTITY).finished()).containsExactly(FIRST);
    }

    @Test
    void otherSeedIsRejected() throws IOException {
        Path file = directory.resolve("soak");
        SoakJournal.open(Optional.of(file), IDENTITY).add(FIRST);
        assertThatThrownBy(() -> SoakJournal.open(Optional.of(file), "soak, seed 2"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("seed 1")
                .hasMessageContaining("seed 2");
    }

    @Test
    void withoutFileNothingIsRecorded() throws IOException {
        SoakJournal journal = SoakJournal.open(Optional.empty(), IDENTITY);
        journal.add(FIRST);
        assertThat(journal.finished()).containsExactly(FIRST);
        assertThat(directory).isEmptyDirectory();
    }
}
