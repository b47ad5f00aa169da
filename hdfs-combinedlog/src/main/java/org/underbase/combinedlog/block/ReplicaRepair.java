package org.underbase.combinedlog.block;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.hadoop.fs.ChecksumException;

/** Steps of a replay on the files of one replica. */
final class ReplicaRepair {
    private ReplicaRepair() {}

    /**
     * Checks that the files contain all synced bytes and that later bytes match their checksums. If a process exited in the
     * middle of a packet, the first chunk that does not match is truncated with everything after it: earlier bytes may have been
     * hflushed, and hflushed bytes survive a process exit.
     *
     * @param preview whether the files must not be changed
     */
    static boolean isIntact(StoredReplica replica, ReplayPlan plan, boolean preview) throws IOException {
        long length = replica.dataLength();
        if (replica.generationStamp() < plan.generationStamp() || length < plan.end()) {
            return false;
        }
        if (plan.finalized() && length != plan.finalLength()) {
            return false;
        }
        // HDFS creates the data file before its checksum file. A disk seeks less if they are read in this order.
        replica.readData(ByteBuffer.allocate(1), plan.firstOffset());
        Optional<ChecksumLayout> found = ChecksumLayout.of(replica);
        // Without checksums, the bytes cannot be verified.
        if (found.isEmpty() || found.get().checksum().getChecksumSize() == 0) {
            return false;
        }
        ChecksumLayout layout = found.get();
        long valid = layout.verified(replica, layout.floor(plan.firstOffset()));
        if (valid < length && (plan.finalized() || valid < plan.end())) {
            return false;
        }
        if (!preview && (valid < length || replica.metaLength() > layout.metaLength(length))) {
            replica.truncate(valid, layout.metaLength(valid));
        }
        return true;
    }

    /** Writes the files again from the page cache; false if not all pages are in the cache any more. */
    static boolean isRewritten(StoredReplica replica) throws IOException {
        try {
            return replica.rewrite();
        } catch (ChecksumException e) {
            // The journal contains the synced bytes. Without records, the files contain what is on disk.
            return false;
        }
    }

    /**
     * Truncates a replica and writes the checksum of the partial last chunk. The checksum is computed from the data, like
     * in HDFS: synced bytes are on disk or in earlier records.
     */
    static void truncate(StoredReplica replica, long length) throws IOException {
        Optional<ChecksumLayout> layout = ChecksumLayout.of(replica);
        if (layout.isEmpty() || replica.dataLength() < length) {
            return;
        }
        replica.truncate(length, layout.get().metaLength(length));
        long from = layout.get().floor(length);
        if (from < length) {
            replica.writeMeta(
                    layout.get().sums(replica, from, length), layout.get().metaOffset(from));
        }
    }

    /** Truncates after the last chunk without recomputing its checksum: the journal's checksum is already in the file. */
    static void truncateToEnd(StoredReplica replica, long end) throws IOException {
        Optional<ChecksumLayout> layout = ChecksumLayout.of(replica);
        if (layout.isPresent()) {
            replica.truncate(end, layout.get().metaLength(end));
        } else if (end == 0) {
            replica.truncate(0, Math.min(replica.metaLength(), ChecksumLayout.HEADER));
        }
        if (end == 0) {
            // No record contains the header, which a failed fsync may have lost.
            ByteBuffer header = ByteBuffer.allocate(ChecksumLayout.HEADER);
            replica.readMeta(header, 0);
            replica.writeMeta(header.flip(), 0);
        }
    }

    /** Whether all synced bytes match their checksums after the records were applied. */
    static boolean isValid(StoredReplica replica, ReplayPlan plan) throws IOException {
        if (replica.dataLength() != plan.end()) {
            return false;
        }
        Optional<ChecksumLayout> layout = ChecksumLayout.of(replica);
        // Without a synced byte, even the header of the checksum file may be missing.
        return plan.end() == 0
                || (layout.isPresent()
                        && layout.get().verifies(replica, layout.get().floor(plan.firstOffset())));
    }

    /**
     * Moves the replica to the directory of its state. A finalized replica must be complete: in a lease recovery, the NameNode
     * would use the length of a shorter one as the length of the block. An incomplete replica becomes one that is being written,
     * as after a crash of a stock DataNode. So does a replica without a finalize record, or one whose reopening was
     * interrupted.
     */
    static void place(StoredReplica replica, ReplayPlan plan) throws IOException {
        boolean finalized = plan.finalized() && replica.dataLength() == plan.finalLength();
        replica.place(Math.max(plan.generationStamp(), replica.generationStamp()), finalized);
    }
}
