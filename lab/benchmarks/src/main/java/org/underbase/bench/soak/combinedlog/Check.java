package org.underbase.bench.soak.combinedlog;

import static org.awaitility.Awaitility.await;

import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.awaitility.core.ConditionTimeoutException;
import org.underbase.bench.soak.finding.Finding;

/** Whether a file has what its writer was promised. */
final class Check {
    private static final Duration LEASE = Duration.ofMinutes(2);

    private final DistributedFileSystem fs;
    private final boolean powerCut;

    Check(DistributedFileSystem fs, boolean powerCut) {
        this.fs = fs;
        this.powerCut = powerCut;
    }

    /** Begins the recovery of all leases: each takes a heartbeat or two. */
    void begin(LogFile file) throws IOException {
        if (!file.isDeleted() && promised(file) > 0 && !fs.isFileClosed(file.path())) {
            // Whether it is done already does not matter here.
            fs.recoverLease(file.path());
        }
    }

    private long promised(LogFile file) {
        return powerCut ? file.durable() : file.visible();
    }

    /** Bytes that were compared. */
    long file(LogFile file) throws IOException, Finding {
        long promised = promised(file);
        if (file.isDeleted() || promised == 0) {
            return 0;
        }
        try {
            await().atMost(LEASE)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> fs.isFileClosed(file.path()) || fs.recoverLease(file.path()));
        } catch (ConditionTimeoutException e) {
            throw new Finding("the lease of " + file + " is not recovered in " + LEASE.toMinutes() + " minutes", e);
        }
        long length = fs.getFileStatus(file.path()).getLen();
        if (length < promised || (file.isClosed() && length != file.written())) {
            throw new Finding(file + " has " + length + " bytes, promised were " + promised);
        }
        compare(file, length);
        return length;
    }

    private void compare(LogFile file, long length) throws Finding {
        byte[] read = new byte[1 << 16];
        byte[] expected = new byte[read.length];
        long at = 0;
        try (FSDataInputStream in = fs.open(file.path())) {
            while (at < length) {
                int count = in.read(read, 0, (int) Math.min(read.length, length - at));
                if (count < 0) {
                    throw new EOFException("the file ends");
                }
                Contents.fill(file.seed(), at, expected, count);
                for (int i = 0; i < count; i++) {
                    if (read[i] != expected[i]) {
                        throw new Finding(file + " has a wrong byte at " + (at + i));
                    }
                }
                at += count;
            }
        } catch (IOException e) {
            throw new Finding(file + " of " + length + " bytes cannot be read at " + at + ": " + e, e);
        }
    }
}
