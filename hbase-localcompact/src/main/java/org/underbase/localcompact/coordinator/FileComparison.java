package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.FixedFileTrailer;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputControlUtil;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;

/** Comparison of the bytes of two files. */
final class FileComparison {
    private static final int CHUNK = 1 << 16;

    private FileComparison() {}

    /**
     * First difference of two outputs.
     *
     * @param text description
     * @param afterData whether all blocks before the file info are equal
     */
    record Difference(String text, boolean afterData) {}

    /** Returns the first difference; empty if the stock compaction wrote one file with the same bytes. */
    static Optional<Difference> difference(
            FileSystem fs, Path local, List<Path> stock, ThroughputController throughput, HStore store)
            throws IOException {
        if (stock.size() != 1) {
            return Optional.of(
                    new Difference("the stock compaction wrote " + stock.size() + " files, the local one 1", false));
        }
        long localLength = fs.getFileStatus(local).getLen();
        long stockLength = fs.getFileStatus(stock.get(0)).getLen();
        String name = ThroughputControlUtil.getNameForThrottling(store, "shadow");
        throughput.start(name);
        try (InputStream one = fs.open(local);
                FSDataInputStream other = fs.open(stock.get(0))) {
            long at = firstDifference(one, other, throughput, name);
            if (at < 0) {
                return Optional.empty();
            }
            String text = "byte " + at + " differs, the local output has " + localLength + " bytes, the stock output "
                    + stockLength;
            long fileInfo = FixedFileTrailer.readFromStream(other, stockLength).getFileInfoOffset();
            return Optional.of(new Difference(text, at >= fileInfo));
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            throughput.finish(name);
        }
    }

    /** Returns the offset of the first different byte, or -1. */
    private static long firstDifference(
            InputStream one, InputStream other, ThroughputController throughput, String name)
            throws IOException, InterruptedException {
        byte[] first = new byte[CHUNK];
        byte[] second = new byte[CHUNK];
        long offset = 0;
        while (true) {
            int count = one.readNBytes(first, 0, CHUNK);
            int otherCount = other.readNBytes(second, 0, CHUNK);
            throughput.control(name, count + otherCount);
            int at = Arrays.mismatch(first, 0, count, second, 0, otherCount);
            if (at >= 0) {
                return offset + at;
            }
            if (count == 0) {
                return -1;
            }
            offset += count;
        }
    }

    /** Reads files to their ends; throws if a byte cannot be read. */
    static void read(FileSystem fs, List<Path> files, ThroughputController throughput, HStore store)
            throws IOException {
        String name = ThroughputControlUtil.getNameForThrottling(store, "shadow");
        byte[] chunk = new byte[CHUNK];
        throughput.start(name);
        try {
            for (Path file : files) {
                try (InputStream in = fs.open(file)) {
                    for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                        throughput.control(name, count);
                    }
                }
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            throughput.finish(name);
        }
    }

    private static IOException interrupted(InterruptedException cause) {
        return (IOException) new InterruptedIOException("the comparison was interrupted").initCause(cause);
    }
}
