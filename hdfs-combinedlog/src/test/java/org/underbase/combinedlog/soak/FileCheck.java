package org.underbase.combinedlog.soak;

import static org.awaitility.Awaitility.await;

import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.awaitility.core.ConditionTimeoutException;

/** Comparison of a file with the bytes that were acknowledged to its writer. */
final class FileCheck {
    private static final Duration LEASE = Duration.ofMinutes(2);

    private final DistributedFileSystem fs;
    private final boolean powerFailure;

    FileCheck(DistributedFileSystem fs, boolean powerFailure) {
        this.fs = fs;
        this.powerFailure = powerFailure;
    }

    DistributedFileSystem fs() {
        return fs;
    }

    /** Begins the recovery of a lease, which takes one or two heartbeats. */
    void begin(LogFile file) throws IOException {
        if (!file.isDeleted() && acknowledged(file) > 0 && !fs.isFileClosed(file.path())) {
            // The recovery may finish later.
            fs.recoverLease(file.path());
        }
    }

    private long acknowledged(LogFile file) {
        return powerFailure ? file.durable() : file.visible();
    }

    /** Compares a file and returns the number of compared bytes. */
    long file(LogFile file) throws IOException, Violation {
        long acknowledged = acknowledged(file);
        if (file.isDeleted() || acknowledged == 0) {
            return 0;
        }
        try {
            await().atMost(LEASE)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> fs.isFileClosed(file.path()) || fs.recoverLease(file.path()));
        } catch (ConditionTimeoutException e) {
            throw new Violation(
                    "the lease of " + file + " was not recovered within " + LEASE.toMinutes() + " minutes", e);
        }
        long length = fs.getFileStatus(file.path()).getLen();
        if (length < acknowledged || (file.isClosed() && length != file.written())) {
            throw new Violation(file + " has " + length + " bytes, but " + acknowledged + " were acknowledged");
        }
        compare(file, length);
        return length;
    }

    private void compare(LogFile file, long length) throws Violation {
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
                        throw new Violation(file + " has a wrong byte at " + (at + i));
                    }
                }
                at += count;
            }
        } catch (IOException e) {
            throw new Violation(file + " of " + length + " bytes cannot be read at " + at + ": " + e, e);
        }
    }
}
