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
 * Brings the replicas on a DataNode's disks to what its journal tells. Files that are ahead of the journal and fit their
 * checksums are left alone: after the end of a process the page cache is still there, with bytes that were flushed and
 * never synced. The journal is read twice, so that the memory needed does not grow with it. May be repeated at any time,
 * also after a crash in its middle.
 */
public final class BlockReplay {
    /**
     * The generation stamp of a replica while it is mended. With its own it would be taken for intact when the power is cut
     * in the middle: bytes that were cut are there again until the record of the cut is applied.
     */
    private static final long MENDING = 0;

    /** Handles held open at once. */
    private static final int MOST_OPEN = 256;

    private final Records records;
    private final ReplicaStore store;
    private final boolean preview;
    private final Map<BlockKey, ReplayPlan> plans = new LinkedHashMap<>();
    private final Map<BlockKey, StoredReplica> open = new LinkedHashMap<>();
    private final Map<BlockKey, ReplayPlan> toMend = new LinkedHashMap<>();
    private int intact;
    private int repaired;
    private int created;
    private int settled;
    private int vanished;
    private final List<String> damages = new ArrayList<>();

    private BlockReplay(Records records, ReplicaStore store, boolean preview) {
        this.records = records;
        this.store = store;
        this.preview = preview;
    }

    /** Where records come from. */
    public interface Records {
        /**
         * Hands out all that are to be replayed, in their order; may be called again.
         *
         * @param sink gets each
         * @return what was found
         * @throws IOException where they cannot be read, or the sink throws
         */
        Replayed replay(RecordSink sink) throws IOException;
    }

    /** Looks at what a journal tells before anything is changed by it. */
    public interface Check {
        /**
         * Refuses a replay.
         *
         * @param pools ids of the block pools that the journal tells of
         * @throws IOException where the journal must not be replayed
         */
        void check(Set<String> pools) throws IOException;
    }

    static ReplayReport run(Journal<BlockKey> journal, ReplicaStore store) throws IOException {
        return run(journal, store, pools -> {});
    }

    /**
     * Replays a journal that is not started. When this returns, everything is on disk in the replicas' files.
     *
     * @param journal what to replay
     * @param store the replicas
     * @param check asked before anything is changed
     * @return what was done
     * @throws IOException by the check, and where the journal or a replica cannot be read or written; it can be tried again
     */
    public static ReplayReport run(Journal<BlockKey> journal, ReplicaStore store, Check check) throws IOException {
        return new BlockReplay(journal::replay, store, false).run(check);
    }

    /**
     * Tells what a replay would do, and does nothing. What is damaged by then is told; a replica that would be repaired may
     * still turn out to be.
     *
     * @param records of the journal
     * @param store the replicas
     * @param check asked as by a replay
     * @return what would be done
     * @throws IOException as a replay throws
     */
    public static ReplayReport preview(Records records, ReplicaStore store, Check check) throws IOException {
        return new BlockReplay(records, store, true).run(check);
    }

    private ReplayReport run(Check check) throws IOException {
        long began = System.nanoTime();
        Replayed replayed = records.replay(this::plan);
        check.check(plans.keySet().stream().map(BlockKey::pool).collect(Collectors.toSet()));
        for (Map.Entry<BlockKey, ReplayPlan> each : plans.entrySet()) {
            look(each.getKey(), each.getValue());
        }
        try {
            if (!toMend.isEmpty()) {
                records.replay(this::apply);
            }
            for (Map.Entry<BlockKey, ReplayPlan> each : toMend.entrySet()) {
                finish(each.getKey(), each.getValue());
            }
        } finally {
            closeAll();
        }
        return new ReplayReport(
                replayed, intact, repaired, created, settled, vanished, damages, System.nanoTime() - began);
    }

    private void plan(JournalRecord record) throws IOException {
        BlockRecord told = BlockRecord.decode(record);
        plans.computeIfAbsent(told.key(), any -> new ReplayPlan()).add(record.sequence(), told);
    }

    private void look(BlockKey key, ReplayPlan plan) throws IOException {
        if (!plan.anything()) {
            settled++;
            return;
        }
        Optional<StoredReplica> found = store.find(key, plan.storage());
        if (found.isPresent()) {
            try (StoredReplica replica = found.get()) {
                if (replica.dataLength() < plan.firstOffset()) {
                    shorter(key, replica, plan);
                    return;
                }
                if (isIntact(replica, plan)) {
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
                plan.found(replica.generationStamp());
                replica.place(MENDING, replica.isFinalized());
                replica.force();
            }
        } else if (plan.firstOffset() == 0 && preview) {
            created++;
            return;
        } else if (plan.firstOffset() == 0) {
            Optional<StoredReplica> made = store.create(key, plan.storage(), MENDING);
            if (made.isEmpty()) {
                vanished++;
                return;
            }
            made.get().close();
            created++;
        } else {
            vanished++;
            return;
        }
        toMend.put(key, plan);
    }

    /**
     * Bytes that were on disk before the first record are not there any more: the power was cut when the files were cut,
     * or created anew, and before that was recorded. What is left of them was promised; its last checksum may be missing.
     */
    private void shorter(BlockKey key, StoredReplica replica, ReplayPlan plan) throws IOException {
        if (replica.generationStamp() > plan.generationStamp()) {
            repaired++;
        } else {
            // Whoever cuts a replica raises its stamp as well.
            damages.add(name(key, plan) + " has " + replica.dataLength()
                    + " bytes, and what the journal tells of begins at " + plan.firstOffset());
        }
        if (preview) {
            return;
        }
        cut(replica, replica.dataLength());
        replica.force();
        place(replica, plan);
        replica.force();
    }

    /**
     * Everything that was synced is there; what is there besides fits its checksums. Where a process ended in the middle of
     * a packet, the chunk that does not fit and what follows it are cut off: bytes before them may have been flushed, and
     * flushed bytes survive the end of a process.
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
        // Without checksums nobody knows what is there.
        if (found.isEmpty() || found.get().checksum().getChecksumSize() == 0) {
            return false;
        }
        ChecksumLayout layout = found.get();
        long sound = layout.verified(replica, layout.floor(plan.firstOffset()));
        if (sound < length && (plan.finalized() || sound < plan.end())) {
            return false;
        }
        if (!preview && (sound < length || replica.metaLength() > layout.metaLength(length))) {
            replica.truncate(sound, layout.metaLength(sound));
        }
        return true;
    }

    private void apply(JournalRecord record) throws IOException {
        BlockRecord told = BlockRecord.decode(record);
        ReplayPlan plan = toMend.get(told.key());
        if (plan == null || record.sequence() < plan.firstSequence()) {
            return;
        }
        StoredReplica replica = handle(told.key(), plan);
        switch (told.kind()) {
            case DATA -> {
                replica.writeData(told.data(), told.length());
                replica.writeMeta(told.meta(), told.metaOffset());
            }
            case LENGTH -> cut(replica, told.synced());
            case FINALIZED, VOID -> {}
        }
    }

    private StoredReplica handle(BlockKey key, ReplayPlan plan) throws IOException {
        StoredReplica replica = open.get(key);
        if (replica == null) {
            if (open.size() >= MOST_OPEN) {
                closeAll();
            }
            replica = store.find(key, plan.storage())
                    .orElseThrow(() -> new IOException("block " + key + " vanished while its journal was replayed"));
            open.put(key, replica);
        }
        return replica;
    }

    /**
     * Cuts a replica, and writes the checksum of the chunk that is not whole then. It is computed from the data, as HDFS
     * does when it cuts a replica: bytes that were synced are on disk, or in the records before.
     */
    private static void cut(StoredReplica replica, long length) throws IOException {
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
        boolean sound = replica.dataLength() == plan.end()
                && layout.isPresent()
                && layout.get().verifies(replica, layout.get().floor(plan.firstOffset()));
        if (!sound) {
            damages.add(name(key, plan) + " does not fit its checksums up to byte " + plan.end());
        }
        // Before the new generation stamp says that it is so.
        replica.force();
        place(replica, plan);
        replica.force();
    }

    private static String name(BlockKey key, ReplayPlan plan) {
        return "blk_" + key.id() + "_" + plan.generationStamp() + " of " + key.pool() + " in storage " + plan.storage();
    }

    /** The journal's own checksum of the last chunk is in place: what follows it goes, and nothing else. */
    private static void truncateToEnd(StoredReplica replica, long end) throws IOException {
        Optional<ChecksumLayout> layout = ChecksumLayout.of(replica);
        if (layout.isPresent()) {
            replica.truncate(end, layout.get().metaLength(end));
        }
    }

    /**
     * A finalized replica must be whole: the NameNode would take a shorter one for the block's true length when it
     * recovers a lease. One that is not goes back among those being written, as HDFS itself finds one after a crash; so
     * does one that was finalized and told nobody yet, or was opened again with its names half changed.
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
