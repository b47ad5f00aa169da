package org.underbase.combinedlog.block;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalRecord;
import org.underbase.combinedlog.journal.RecordSink;
import org.underbase.combinedlog.journal.Replayed;

/**
 * Replay of a DataNode's journal into the replicas on its disks. Files that are newer than the journal and match their
 * checksums stay unchanged: after a process exit, the page cache still contains bytes that were hflushed but not hsynced. The
 * journal is read twice, so that the required memory does not grow with it. The replay may be repeated at any time, also after
 * it was interrupted by a crash.
 */
public final class BlockReplay {
    /**
     * Generation stamp of a replica during its repair. After a power failure in between, a replica with its own stamp would
     * count as intact: truncated bytes are present again until the record of the truncation is applied.
     */
    private static final long REPAIRING = 0;

    /** Maximum number of replicas that are open at the same time. */
    private static final int MAX_OPEN = 256;

    private final Records records;
    private final ReplicaStore store;
    private final boolean preview;
    private final Map<BlockKey, ReplayPlan> plans = new LinkedHashMap<>();
    private final Map<BlockKey, StoredReplica> open = new LinkedHashMap<>();
    private final Map<BlockKey, ReplayPlan> toRepair = new LinkedHashMap<>();
    private int intact;
    private int repaired;
    private int created;
    private int superseded;
    private int deleted;
    private final List<String> corruptReplicas = new ArrayList<>();

    private BlockReplay(Records records, ReplicaStore store, boolean preview) {
        this.records = records;
        this.store = store;
        this.preview = preview;
    }

    /** Source of the records. */
    public interface Records {
        /**
         * Passes all records that need a replay to a sink, in order. May be repeated.
         *
         * @param sink receiver of each record
         * @return counts of the records
         * @throws IOException if they cannot be read, or by the sink
         */
        Replayed replay(RecordSink sink) throws IOException;
    }

    /** Check of a journal's content before the replay changes anything. */
    public interface Check {
        /**
         * Checks whether the replay is permitted.
         *
         * @param pools IDs of the block pools with records
         * @throws IOException if the journal must not be replayed
         */
        void check(Set<String> pools) throws IOException;
    }

    static ReplayReport run(Records records, ReplicaStore store) throws IOException {
        return new BlockReplay(records, store, false).run(pools -> {});
    }

    /**
     * Replays a journal that is not started. When this returns, all bytes are on disk in the replicas' files.
     *
     * @param journal journal to replay
     * @param store replicas
     * @param check check that runs before any change
     * @return the result
     * @throws IOException by the check, or if the journal or a replica cannot be read or written; the call can be repeated
     */
    public static ReplayReport run(Journal<BlockKey> journal, ReplicaStore store, Check check) throws IOException {
        return new BlockReplay(journal::replay, store, false).run(check);
    }

    /**
     * Reports the result of a replay without changing anything. A replica that the replay would repair may still turn out to be
     * corrupt.
     *
     * @param records records of the journal
     * @param store replicas
     * @param check check as of a replay
     * @return the expected result
     * @throws IOException as thrown by a replay
     */
    public static ReplayReport preview(Records records, ReplicaStore store, Check check) throws IOException {
        return new BlockReplay(records, store, true).run(check);
    }

    private ReplayReport run(Check check) throws IOException {
        long start = System.nanoTime();
        Replayed replayed = records.replay(this::plan);
        check.check(plans.keySet().stream().map(BlockKey::pool).collect(Collectors.toSet()));
        for (Map.Entry<BlockKey, ReplayPlan> each : plans.entrySet()) {
            inspect(each.getKey(), each.getValue());
        }
        try {
            if (!toRepair.isEmpty()) {
                records.replay(this::apply);
            }
            for (Map.Entry<BlockKey, ReplayPlan> each : toRepair.entrySet()) {
                finish(each.getKey(), each.getValue());
            }
        } finally {
            closeAll();
        }
        return new ReplayReport(
                replayed, intact, repaired, created, superseded, deleted, corruptReplicas, System.nanoTime() - start);
    }

    private void plan(JournalRecord record) throws IOException {
        BlockRecord decoded = BlockRecord.decode(record);
        plans.computeIfAbsent(decoded.key(), any -> new ReplayPlan()).add(record.sequence(), decoded);
    }

    private void inspect(BlockKey key, ReplayPlan plan) throws IOException {
        if (!plan.needsReplay() && !plan.suspect()) {
            superseded++;
            return;
        }
        Optional<StoredReplica> found = store.find(key, plan.storage());
        if (!plan.needsReplay()) {
            rewrite(found);
            return;
        }
        if (found.isPresent()) {
            try (StoredReplica replica = found.get()) {
                if (replica.dataLength() < plan.firstOffset()) {
                    shorter(key, replica, plan);
                    return;
                }
                if (isIntact(replica, plan) && isTrusted(replica, plan)) {
                    intact++;
                    if (!preview) {
                        place(replica, plan);
                        replica.force();
                    }
                    return;
                }
                repaired++;
                if (preview) {
                    return;
                }
                plan.onDisk(replica.generationStamp());
                replica.place(REPAIRING, replica.isFinalized());
                replica.force();
            }
        } else if (plan.firstOffset() == 0 && preview) {
            created++;
            return;
        } else if (plan.firstOffset() == 0) {
            Optional<StoredReplica> empty = store.create(key, plan.storage(), REPAIRING);
            if (empty.isEmpty()) {
                deleted++;
                return;
            }
            empty.get().close();
            created++;
        } else {
            deleted++;
            return;
        }
        toRepair.put(key, plan);
    }

    /** Writes a replica again whose fsync failed and which has no synced bytes in the journal. */
    private void rewrite(Optional<StoredReplica> found) throws IOException {
        if (found.isEmpty()) {
            deleted++;
            return;
        }
        try (StoredReplica replica = found.get()) {
            intact++;
            if (!preview && isRewritten(replica)) {
                replica.force();
            }
        }
    }

    private static boolean isRewritten(StoredReplica replica) {
        try {
            return replica.rewrite();
        } catch (IOException e) {
            // Not all pages are in the cache any more: the files contain what is on disk.
            return false;
        }
    }

    /**
     * Handles a replica that lacks bytes which were on disk before the first record: power failed after the files were truncated
     * or recreated and before that was recorded. The remaining bytes were acknowledged; the last checksum may be missing.
     */
    private void shorter(BlockKey key, StoredReplica replica, ReplayPlan plan) throws IOException {
        if (replica.generationStamp() > plan.generationStamp()) {
            repaired++;
        } else {
            // A truncation bumps the generation stamp as well, so this is data loss.
            corruptReplicas.add(name(key, plan) + " has " + replica.dataLength()
                    + " bytes, but its first record begins at " + plan.firstOffset());
        }
        if (preview) {
            return;
        }
        truncate(replica, replica.dataLength());
        replica.force();
        place(replica, plan);
        replica.force();
    }

    /**
     * Checks that the files contain all synced bytes and that later bytes match their checksums. If a process exited in the
     * middle of a packet, the first chunk that does not match is truncated with everything after it: earlier bytes may have been
     * hflushed, and hflushed bytes survive a process exit.
     */
    private boolean isIntact(StoredReplica replica, ReplayPlan plan) throws IOException {
        long length = replica.dataLength();
        if (replica.generationStamp() < plan.generationStamp() || length < plan.end()) {
            return false;
        }
        if (plan.finalized() && length != plan.finalLength()) {
            return false;
        }
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

    /** After a failed fsync, pages of intact files may be missing on disk: they are written again. */
    private boolean isTrusted(StoredReplica replica, ReplayPlan plan) {
        return preview || !plan.suspect() || isRewritten(replica);
    }

    private void apply(JournalRecord record) throws IOException {
        BlockRecord decoded = BlockRecord.decode(record);
        ReplayPlan plan = toRepair.get(decoded.key());
        if (plan == null || record.sequence() < plan.firstSequence()) {
            return;
        }
        StoredReplica replica = handle(decoded.key(), plan);
        switch (decoded.type()) {
            case DATA -> {
                replica.writeData(decoded.data(), decoded.length());
                replica.writeMeta(decoded.meta(), decoded.metaOffset());
            }
            case LENGTH -> truncate(replica, decoded.synced());
            case FINALIZED, SUPERSEDED, SUSPECT -> {}
        }
    }

    private StoredReplica handle(BlockKey key, ReplayPlan plan) throws IOException {
        StoredReplica replica = open.get(key);
        if (replica == null) {
            if (open.size() >= MAX_OPEN) {
                closeAll();
            }
            replica = store.find(key, plan.storage())
                    .orElseThrow(() -> new IOException("block " + key + " was deleted while its journal was replayed"));
            open.put(key, replica);
        }
        return replica;
    }

    /**
     * Truncates a replica and writes the checksum of the partial last chunk. The checksum is computed from the data, like
     * in HDFS: synced bytes are on disk or in earlier records.
     */
    private static void truncate(StoredReplica replica, long length) throws IOException {
        Optional<ChecksumLayout> layout = ChecksumLayout.of(replica);
        if (layout.isEmpty() || replica.dataLength() < length) {
            return;
        }
        replica.truncate(length, layout.get().metaLength(length));
        long from = layout.get().floor(length);
        if (from < length) {
            ByteBuffer last = ByteBuffer.allocate((int) (length - from));
            replica.readData(last, from);
            replica.writeMeta(layout.get().sums(last.flip()), layout.get().metaOffset(from));
        }
    }

    private void finish(BlockKey key, ReplayPlan plan) throws IOException {
        StoredReplica replica = handle(key, plan);
        truncateToEnd(replica, Math.min(replica.dataLength(), plan.end()));
        Optional<ChecksumLayout> layout = ChecksumLayout.of(replica);
        // Without a synced byte, even the header of the checksum file may be missing.
        boolean valid = replica.dataLength() == plan.end()
                && (plan.end() == 0
                        || (layout.isPresent()
                                && layout.get().verifies(replica, layout.get().floor(plan.firstOffset()))));
        if (!valid) {
            corruptReplicas.add(name(key, plan) + " does not match its checksums up to byte " + plan.end());
        }
        // Before the new generation stamp marks the replica as complete.
        replica.force();
        place(replica, plan);
        replica.force();
    }

    private static String name(BlockKey key, ReplayPlan plan) {
        return "blk_" + key.id() + "_" + plan.generationStamp() + " of " + key.pool() + " in storage " + plan.storage();
    }

    /** Truncates after the last chunk without recomputing its checksum: the journal's checksum is already in the file. */
    private static void truncateToEnd(StoredReplica replica, long end) throws IOException {
        Optional<ChecksumLayout> layout = ChecksumLayout.of(replica);
        if (layout.isPresent()) {
            replica.truncate(end, layout.get().metaLength(end));
        } else if (end == 0) {
            replica.truncate(0, replica.metaLength());
        }
    }

    /**
     * Moves the replica to the directory of its state. A finalized replica must be complete: in a lease recovery, the NameNode
     * would use the length of a shorter one as the length of the block. An incomplete replica becomes one that is being written,
     * as after a crash of a stock DataNode. So does a replica without a finalize record, or one whose reopening was
     * interrupted.
     */
    private static void place(StoredReplica replica, ReplayPlan plan) throws IOException {
        boolean finalized = plan.finalized() && replica.dataLength() == plan.finalLength();
        replica.place(Math.max(plan.generationStamp(), replica.generationStamp()), finalized);
    }

    private void closeAll() throws IOException {
        List<StoredReplica> all = new ArrayList<>(open.values());
        open.clear();
        for (StoredReplica replica : all) {
            replica.close();
        }
    }
}
