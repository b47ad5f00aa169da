package org.underbase.bench.tracer.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a client's slices, on the local file system. */
class LoadTest {
    private static final long SLICE = 20_000_000;

    @TempDir
    private Path directory;

    private LocalFileSystem fs;
    private Load load;

    @BeforeEach
    void open() throws Exception {
        fs = FileSystem.newInstanceLocal(new Configuration());
        load = new Load(fs);
    }

    @AfterEach
    void close() throws Exception {
        fs.close();
    }

    @Test
    void writeUsesCallsOf64KiBAndDeletesTheFile() throws Exception {
        Path file = directory.resolve("out");
        Slice slice = load.run(new Request(Operation.WRITE, file.toString(), SLICE, 1 << 20, 1));
        assertThat(slice.calls()).isPositive();
        assertThat(slice.bytes()).isEqualTo(slice.calls() << 16);
        assertThat(slice.wallNanos()).isGreaterThanOrEqualTo(SLICE);
        assertThat(file).doesNotExist();
    }

    @Test
    void readRestartsAtTheEndOfTheFile() throws Exception {
        Path file = directory.resolve("in");
        assertThat(load.prepare(file.toString(), 100_000)).isEqualTo(100_000);
        Slice once = load.run(new Request(Operation.READ, file.toString(), 0, 0, 1));
        assertThat(once.bytes()).isEqualTo(64 << 10);
        // Doubles the slice until it is long enough to read past the end, even on a slow machine.
        long nanos = SLICE;
        Slice slice = once;
        for (; slice.bytes() <= 100_000; nanos *= 2) {
            slice = load.run(new Request(Operation.READ, file.toString(), nanos, 0, 1));
        }
        assertThat(slice.calls()).isGreaterThan(2);
    }

    @Test
    void preadUsesSeveralThreads() throws Exception {
        Path file = directory.resolve("in");
        load.prepare(file.toString(), 100_000);
        Slice slice = load.run(new Request(Operation.PREAD, file.toString(), SLICE, 0, 1));
        assertThat(slice.calls()).isPositive();
        assertThat(slice.bytes()).isEqualTo(slice.calls() * 4096);
        assertThat(Files.size(file)).isEqualTo(100_000);
    }

    @Test
    void sumOfSlicesHasTheSameRates() {
        Slice sum = new Slice(2, 100, 1_000_000_000, 4_000).plus(new Slice(2, 100, 1_000_000_000, 4_000));
        assertThat(sum.bytesPerSecond()).isEqualTo(100);
        assertThat(sum.callsPerSecond()).isEqualTo(2);
        assertThat(sum.cpuMicrosPerCall()).isEqualTo(2);
    }
}
