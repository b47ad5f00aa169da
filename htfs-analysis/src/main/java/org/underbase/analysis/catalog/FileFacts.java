package org.underbase.analysis.catalog;

import java.io.IOException;
import java.util.Optional;
import org.underbase.analysis.operator.Fields;

/**
 * File of a trace.
 *
 * @param key number of the file, from 0
 * @param kind kind of the file
 * @param region encoded name of its region, or empty
 * @param path first known path, after its namespace
 * @param createdNanos start of the call that created it, in nanoseconds since the epoch; {@link #BEFORE} if it was created
 *     before the trace
 * @param end how its life ended
 * @param endNanos end of its life, or of the trace if it is alive, in nanoseconds since the epoch
 * @param deletedNanos time at which the file was deleted or replaced, also after it was archived, in nanoseconds since the epoch;
 *     {@link #NEVER} if it exists at the end of the trace
 * @param size last known size in bytes: the largest end of a write or length that a call returned, unless it was truncated
 * @param extent largest size that the file ever had as far as calls show it, in bytes
 * @param sized whether the size is known: a call created the file and the trace contains its bytes, a call returned its length, or
 *     an image contains it; otherwise {@code size} is the end of the accesses only
 * @param replication number of replicas at its creation, or -1 if that is unknown
 * @param blockSize size of its blocks in bytes, or -1 if that is unknown
 * @param coding layout of an erasure-coded file; empty if it is replicated
 */
public record FileFacts(
        int key,
        FileKind kind,
        String region,
        String path,
        long createdNanos,
        End end,
        long endNanos,
        long deletedNanos,
        long size,
        long extent,
        boolean sized,
        long replication,
        long blockSize,
        Optional<ErasureCoding> coding) {
    /** Time of creation of a file that was created before the trace. */
    public static final long BEFORE = Long.MIN_VALUE;

    /** Time of deletion of a file that exists. */
    public static final long NEVER = Long.MAX_VALUE;

    /** How the life of a file ended. */
    public enum End {
        /** Deleted, alone or with a directory above it, or a source of a concat. */
        DELETED,
        /** Moved from HBase's store or log directories to a directory of its cleaner, or to the trash. */
        ARCHIVED,
        /** Replaced by another file with its path. */
        OVERWRITTEN,
        /** The file existed at the end of the trace (censored). */
        ALIVE
    }

    /** Facts to read others with. */
    public static final FileFacts BLANK =
            new FileFacts(0, FileKind.OTHER, "", "", 0, End.ALIVE, 0, 0, 0, 0, false, 0, 0, Optional.empty());

    /** Passes the fields, and returns facts with the results. */
    public FileFacts transfer(Fields fields) throws IOException {
        return new FileFacts(
                Math.toIntExact(fields.number(key)),
                kind.transfer(fields),
                fields.text(region),
                fields.text(path),
                fields.number(createdNanos),
                fields.constant(end),
                fields.number(endNanos),
                fields.number(deletedNanos),
                fields.number(size),
                fields.number(extent),
                fields.flag(sized),
                fields.number(replication),
                fields.number(blockSize),
                fields.flag(coding.isPresent())
                        ? Optional.of(coding.orElse(ErasureCoding.BLANK).transfer(fields))
                        : Optional.empty());
    }

    /** Whether the file was created during the trace. */
    public boolean isCreated() {
        return createdNanos != BEFORE;
    }

    /** Whether the life of the file has not ended. */
    public boolean isAlive() {
        return end == End.ALIVE;
    }

    /** Whether the replication or the erasure-coding policy is known. */
    public boolean isPhysicalKnown() {
        return coding.map(ErasureCoding::known).orElse(replication >= 0);
    }

    /** Returns the bytes on disk for a number of bytes of this file. */
    public long physical(long bytes, int defaultReplication) {
        return coding.map(layout -> layout.physical(bytes))
                .orElseGet(() -> bytes * (replication >= 0 ? replication : defaultReplication));
    }
}
