package org.underbase.analysis.catalog;

import org.underbase.htfs.format.Details;
import org.underbase.htfs.format.FileIdentity;
import org.underbase.htfs.format.TraceEvent;

/** Call that tells something about a file or changes the namespace. */
final class NamespaceRecord {
    /** Value of a number that is unknown. */
    static final long UNKNOWN = -1;

    final long start;
    final RecordType type;
    final long file;
    final String path;
    final String other;
    final FileIdentity identity;
    final long inode;
    /** Length of the file according to the call, in bytes. */
    final long length;

    final Attributes attributes;
    /** Largest end of a write to the file by this process between this record and its next one for the file. */
    long reached = UNKNOWN;

    NamespaceRecord(TraceEvent event, RecordType type, long length, Attributes attributes) {
        this.start = event.startNanos();
        this.type = type;
        this.file = event.fileId();
        this.path = event.path();
        this.other = event.otherPath();
        this.identity = event.identity();
        this.inode = event.inode();
        this.length = length;
        this.attributes = attributes;
    }

    /** Largest end of a read or write, in the same way. */
    long accessed = UNKNOWN;

    void reached(long end) {
        reached = Math.max(reached, end);
        accessed(end);
    }

    void accessed(long end) {
        accessed = Math.max(accessed, end);
    }

    /**
     * Attributes of a file.
     *
     * @param replication number of replicas, or {@link #UNKNOWN}
     * @param blockSize size of its blocks in bytes, or {@link #UNKNOWN}
     * @param coding layout of an erasure-coded file; null if it is replicated or this is unknown
     */
    record Attributes(long replication, long blockSize, ErasureCoding coding) {
        static final Attributes NONE = new Attributes(UNKNOWN, UNKNOWN, null);
        private static final long CHUNK = 512;

        static Attributes of(TraceEvent event) {
            ErasureCoding coding = ErasureCoding.of(event).orElse(null);
            long replication = number(event, "replication");
            long blockSize = number(event, "blockSize");
            // HDFS supports no others: these are forged.
            boolean blocks = blockSize >= CHUNK && blockSize % CHUNK == 0;
            return new Attributes(
                    replication <= Short.MAX_VALUE ? replication : UNKNOWN, blocks ? blockSize : UNKNOWN, coding);
        }

        private static long number(TraceEvent event, String key) {
            return Details.number(event.detail(), key, UNKNOWN);
        }
    }
}
