package org.underbase.htfs.soak;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A short application: what it sees of HDFS depends on its seed only, not on its directory. */
final class Steps {
    private static final int MAX_BYTES = 20_000;

    private final FileSystem fs;
    private final Path directory;
    private final CRC32 seen = new CRC32();

    /**
     * Creates the application.
     *
     * @param fs file system, traced or stock
     * @param directory directory of its files, which it creates and deletes
     */
    Steps(FileSystem fs, Path directory) {
        this.fs = fs;
        this.directory = directory;
    }

    /** Runs all steps and returns the checksum of all results. */
    long run(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] bytes = new byte[1 + random.nextInt(MAX_BYTES)];
        random.nextBytes(bytes);
        Path file = new Path(directory, "file");
        Path moved = new Path(directory, "moved");
        try (FSDataOutputStream out = fs.create(file)) {
            int half = random.nextInt(bytes.length);
            out.write(bytes, 0, half);
            out.hflush();
            out.write(bytes, half, bytes.length - half);
            see(out.getPos());
        }
        see(fs.rename(file, moved));
        see(fs.exists(file));
        see(fs.rename(file, moved));
        for (FileStatus status : fs.listStatus(directory)) {
            see(status.getPath().getName());
            see(status.getLen());
        }
        try (FSDataInputStream in = fs.open(moved)) {
            byte[] read = in.readAllBytes();
            see(Arrays.equals(read, bytes));
            see(in.read());
            int at = random.nextInt(bytes.length);
            byte[] tail = new byte[bytes.length - at];
            in.readFully(at, tail);
            seen.update(tail);
            see(in.getPos());
        }
        try (FSDataInputStream in = fs.open(file)) {
            see(in.read());
        } catch (IOException e) {
            see(e.getClass().getName());
        }
        see(fs.delete(file, false));
        see(fs.delete(directory, true));
        return seen.getValue();
    }

    private void see(Object result) {
        seen.update((result + ";").getBytes(StandardCharsets.UTF_8));
    }
}
