package org.underbase.tier.datanode.instance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repair of a data directory after a kill during its format. */
class InterruptedFormatTest {
    @TempDir
    private Path directory;

    private final List<Path> removed = new ArrayList<>();

    private Path version(String current) throws IOException {
        return Files.createFile(
                Files.createDirectories(directory.resolve(current)).resolve("VERSION"));
    }

    private void undo() throws IOException {
        InterruptedFormat.undo(directory, removed::add);
    }

    @Test
    void aDirectoryWithoutDataIsUnchanged() throws IOException {
        undo();
        Files.createDirectories(directory.resolve("current/BP-1"));
        undo();
        assertThat(removed).isEmpty();
        assertThat(directory.resolve("current/BP-1")).isDirectory();
    }

    @Test
    void anEmptyVersionOfTheDirectoryIsRemoved() throws IOException {
        Path version = version("current");
        undo();
        assertThat(removed).containsExactly(version);
        assertThat(directory.resolve("current")).isEmptyDirectory();
    }

    @Test
    void anEmptyVersionOfABlockPoolIsRemoved() throws IOException {
        Path formatted = Files.writeString(version("current"), "datanodeUuid=1");
        Path version = version("current/BP-1/current");
        Path other = Files.writeString(version("current/BP-2/current"), "namespaceID=1");
        undo();
        assertThat(removed).containsExactly(version);
        assertThat(version).doesNotExist();
        assertThat(formatted).isNotEmptyFile();
        assertThat(other).isNotEmptyFile();
    }

    /** HDFS does not format a directory with data: only an operator can decide. */
    @Test
    void anEmptyVersionBesideDataIsKept() throws IOException {
        Path version = version("current");
        Files.writeString(version("current/BP-1/current"), "namespaceID=1");
        undo();
        assertThat(removed).isEmpty();
        assertThat(version).isEmptyFile();
    }
}
