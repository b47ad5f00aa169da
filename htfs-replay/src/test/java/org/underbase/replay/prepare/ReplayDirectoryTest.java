package org.underbase.replay.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The directory of a replay on a local file system. */
class ReplayDirectoryTest {
    @TempDir
    private Path dir;

    private FileSystem fs;

    @BeforeEach
    void open() throws IOException {
        // Without the files of checksums.
        fs = FileSystem.getLocal(new Configuration(false)).getRawFileSystem();
    }

    private ReplayDirectory open(String trace, boolean clean) throws IOException {
        return ReplayDirectory.open(fs, dir.toString(), trace, clean);
    }

    @Test
    void aForeignDirectoryIsRejectedAndUnchanged() throws IOException {
        Path foreign = Files.writeString(dir.resolve("foreign"), "x");

        for (boolean clean : new boolean[] {false, true}) {
            assertThatThrownBy(() -> open("t", clean))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no manifest");
        }
        assertThat(dir.toFile().list()).containsExactly("foreign");
        assertThat(foreign).hasContent("x");
    }

    @Test
    void aForeignFileWithTheNameOfTheManifestIsRejected() throws IOException {
        Path foreign = Files.writeString(dir.resolve("manifest.json"), "{\"format\": \"other\"}");

        assertThatThrownBy(() -> open("t", true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no manifest");
        assertThat(foreign).hasContent("{\"format\": \"other\"}");
    }

    @Test
    void aManifestWhoseCreationWasKilledIsWrittenAgain() throws IOException {
        Files.createFile(dir.resolve("manifest.json"));

        open("t", false);
        assertThat(ReplayDirectory.check(fs, dir.toString(), "t", false)).isTrue();
    }

    @Test
    void aDirectoryServesOneTraceAndOneReplay() throws IOException {
        ReplayDirectory replay = open("t", false);
        open("t", false).start();

        assertThatThrownBy(replay::start).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> open("t", false)).hasMessageContaining("already used");
        assertThatThrownBy(() -> open("other", false)).hasMessageContaining("another trace");
        open("other", true).start();
    }

    @Test
    void cleaningKeepsForeignFiles() throws IOException {
        open("t", false);
        Files.createDirectories(dir.resolve("namespace/d"));
        Path foreign = Files.createFile(dir.resolve("foreign"));

        open("t", true);
        assertThat(dir.resolve("namespace")).doesNotExist();
        assertThat(foreign).exists();
    }
}
