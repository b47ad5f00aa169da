package org.underbase.combinedlog.client;

import java.time.Duration;
import java.util.Objects;

/**
 * Limits of a {@link LogWriter} and attributes of a new log.
 *
 * @param maxRecordBytes maximum size of a record, in bytes; at most {@link #LARGEST_RECORD}
 * @param maxPendingBytes maximum number of bytes that wait for the disk, which bounds the memory of the writer; each record
 *     counts 40 bytes more than its size
 * @param appendTimeout maximum time for which an append waits while {@code maxPendingBytes} are exceeded; afterwards it throws
 *     {@link LogFullException}
 * @param recoveryTimeout maximum time for which {@link CombinedLog#open} waits for HDFS to close the file of a crashed writer
 * @param replication number of replicas of a new log; 0 for the default of the file system
 * @param blockSize block size of a new log, in bytes; 0 for the default of the file system
 */
public record LogOptions(
        int maxRecordBytes,
        int maxPendingBytes,
        Duration appendTimeout,
        Duration recoveryTimeout,
        int replication,
        long blockSize) {
    /** Size of the largest record that the format allows, in bytes. */
    public static final int LARGEST_RECORD = 64 << 20;

    /**
     * Validates the values.
     *
     * @throws IllegalArgumentException if a value is invalid; the message is one line
     */
    public LogOptions {
        Objects.requireNonNull(appendTimeout, "appendTimeout");
        Objects.requireNonNull(recoveryTimeout, "recoveryTimeout");
        check(
                maxRecordBytes > 0 && maxRecordBytes <= LARGEST_RECORD,
                "invalid maximum record size " + maxRecordBytes + ": must be 1 to " + LARGEST_RECORD);
        check(
                maxPendingBytes >= maxRecordBytes + LogFormat.RECORD_HEADER,
                "invalid limit of pending bytes " + maxPendingBytes + ": must be at least the maximum record size "
                        + maxRecordBytes + " plus " + LogFormat.RECORD_HEADER);
        check(!appendTimeout.isNegative(), "invalid append timeout " + appendTimeout + ": must not be negative");
        check(!recoveryTimeout.isNegative(), "invalid recovery timeout " + recoveryTimeout + ": must not be negative");
        check(replication >= 0 && replication <= Short.MAX_VALUE, "invalid replication " + replication);
        check(blockSize >= 0, "invalid block size " + blockSize + ": must not be negative");
    }

    private static void check(boolean valid, String message) {
        if (!valid) {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * Returns the default options.
     *
     * @return records of at most 1 MiB, 16 MiB of pending bytes, an append timeout of 1 minute, a recovery timeout of 5 minutes,
     *     replication and block size of the file system
     */
    public static LogOptions defaults() {
        return new LogOptions(1 << 20, 16 << 20, Duration.ofMinutes(1), Duration.ofMinutes(5), 0, 0);
    }

    /**
     * Copies these options with other limits.
     *
     * @param recordBytes maximum size of a record, in bytes
     * @param pendingBytes maximum number of bytes that wait for the disk
     * @return the copy
     */
    public LogOptions withLimits(int recordBytes, int pendingBytes) {
        return new LogOptions(recordBytes, pendingBytes, appendTimeout, recoveryTimeout, replication, blockSize);
    }

    /**
     * Copies these options with other timeouts.
     *
     * @param append maximum wait of an append
     * @param recovery maximum wait for the recovery of a crashed writer
     * @return the copy
     */
    public LogOptions withTimeouts(Duration append, Duration recovery) {
        return new LogOptions(maxRecordBytes, maxPendingBytes, append, recovery, replication, blockSize);
    }

    /**
     * Copies these options with other attributes of the file.
     *
     * @param replicas number of replicas; 0 for the default of the file system
     * @param blockBytes block size, in bytes; 0 for the default of the file system
     * @return the copy
     */
    public LogOptions withFile(int replicas, long blockBytes) {
        return new LogOptions(maxRecordBytes, maxPendingBytes, appendTimeout, recoveryTimeout, replicas, blockBytes);
    }
}
