package org.underbase.workload.dfsio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.workload.drive.Bounds;
import org.underbase.workload.drive.Measurement;
import org.underbase.workload.drive.Progress;

/** Dfsio on the local file system; its calls are the same on every file system. */
class DfsioTest {
    // Neither a multiple of the request nor of the pattern's period.
    private static final long SIZE = (1 << 20) + 12_345;

    @TempDir
    java.nio.file.Path directory;

    private FileSystem fs;
    private DfsioOptions options;

    @BeforeEach
    void open() throws IOException {
        // The raw file system has no checksum files, which would detect the corruption first.
        fs = new RawLocalFileSystem();
        fs.initialize(directory.toUri(), new Configuration(false));
        options = DfsioOptions.of(new Path(directory.resolve("files").toUri()), 3, SIZE, 2)
                .request(64 * 1024)
                .verified();
    }

    @AfterEach
    void close() throws IOException {
        fs.close();
    }

    @Test
    void filesAreReadAsWritten() throws IOException {
        Dfsio dfsio = new Dfsio(options);
        DfsioResult written = dfsio.write(fs, Progress.none());
        assertThat(written.good()).isTrue();
        assertThat(written.bytes()).isEqualTo(3 * SIZE);
        assertThat(written.bytesPerSecond()).isPositive();
        assertThat(counts(written)).containsExactly(3L, 3 * 17L, 3L);
        assertThat(fs.getFileStatus(options.file(2)).getLen()).isEqualTo(SIZE);

        DfsioResult read = dfsio.read(fs, Progress.none());
        assertThat(read.good()).isTrue();
        assertThat(read.bytes()).isEqualTo(3 * SIZE);
        assertThat(counts(read)).containsExactly(3L, 3 * 17L, 3L);

        DfsioResult random = new Dfsio(options.request(4096)).pread(fs, 1001, Bounds.FOREVER, Progress.none());
        assertThat(random.good()).isTrue();
        assertThat(random.bytes()).isEqualTo(1001 * 4096L);
        assertThat(new Dfsio(options.request(4096))
                        .pread(fs, Long.MAX_VALUE, Duration.ofMillis(50), Progress.none())
                        .good())
                .isTrue();

        assertThat(dfsio.delete(fs)).isEqualTo(3);
        assertThat(Files.exists(directory.resolve("files"))).isFalse();
    }

    private static List<Long> counts(DfsioResult result) {
        return result.measurement().types().stream()
                .map(Measurement.Type::count)
                .toList();
    }

    @Test
    void aCorruptByteIsDetected() throws IOException {
        Dfsio dfsio = new Dfsio(options);
        dfsio.write(fs, Progress.none());
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve("files/dfsio-00001").toFile(), "rw")) {
            file.seek(70_000);
            int old = file.read();
            file.seek(70_000);
            file.write(old ^ 1);
        }
        DfsioResult read = dfsio.read(fs, Progress.none());
        assertThat(read.wrong()).isEqualTo(1);
        assertThat(read.good()).isFalse();
    }

    @Test
    void missingFilesAndWrongSizesAreRejected() throws IOException {
        Dfsio dfsio = new Dfsio(options);
        assertThatThrownBy(() -> dfsio.read(fs, Progress.none()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is missing; write the files first");
        dfsio.write(fs, Progress.none());
        DfsioOptions larger = DfsioOptions.of(options.directory(), 3, SIZE + 1, 2);
        assertThatThrownBy(() -> new Dfsio(larger).pread(fs, 1, Bounds.FOREVER, Progress.none()))
                .hasMessageContaining("not " + (SIZE + 1));
    }

    @Test
    void aFailureDuringAPhaseIsInTheResult() throws IOException {
        Files.createFile(directory.resolve("files"));
        assertThatThrownBy(() -> new Dfsio(options).write(fs, Progress.none())).isInstanceOf(IOException.class);
        Files.delete(directory.resolve("files"));
        // A directory at the path of a file.
        Files.createDirectories(directory.resolve("files/dfsio-00001/in-the-way"));
        DfsioResult written = new Dfsio(options).write(fs, Progress.none());
        assertThat(written.measurement().end()).isEqualTo(Measurement.End.FAILED);
        assertThat(written.measurement().failure().orElseThrow())
                .startsWith("create of ")
                .contains("dfsio-00001 failed after ");
    }

    @Test
    void aPhaseEndsAtOnceAfterAStop() throws IOException {
        Dfsio dfsio = new Dfsio(options);
        dfsio.stop();
        assertThat(dfsio.write(fs, Progress.none()).measurement().end()).isEqualTo(Measurement.End.STOPPED);
    }

    @Test
    void invalidOptionsAreRejected() {
        assertThatThrownBy(() -> options.request(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> options.request((1 << 20) + 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DfsioOptions.of(options.directory(), 0, 1, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
