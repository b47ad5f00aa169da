package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputControlUtil;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;

/** Comparison of the bytes of two files. */
final class FileComparison {
    private static final int CHUNK = 1 << 16;

    private FileComparison() {}

    /** Describes the first difference; empty if the stock compaction wrote one file with the same bytes. */
    static String difference(FileSystem fs, Path local, List<Path> stock, ThroughputController throughput, HStore store)
            throws IOException {
        if (stock.size() != 1) {
            return "the stock compaction wrote " + stock.size() + " files, the local one 1";
        }
        long localLength = fs.getFileStatus(local).getLen();
        long stockLength = fs.getFileStatus(stock.get(0)).getLen();
        String name = ThroughputControlUtil.getNameForThrottling(store, "shadow");
        throughput.start(name);
        try (InputStream one = fs.open(local);
                InputStream other = fs.open(stock.get(0))) {
            long at = firstDifference(one, other, throughput, name);
            return at < 0
                    ? ""
                    : "byte " + at + " differs, the local output has " + localLength + " bytes, the stock output "
                            + stockLength;
        } catch (InterruptedException e) {
            throw (IOException) new InterruptedIOException("the comparison was interrupted").initCause(e);
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
}
