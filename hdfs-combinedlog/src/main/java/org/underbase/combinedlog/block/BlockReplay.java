package org.underbase.combinedlog.block;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.io.IOUtils;
import org.underbase.combinedlog.block.ReplayProgress.Step;
import org.underbase.combinedlog.journal.JournalRecord;
import org.underbase.combinedlog.journal.RecordSink;
import org.underbase.combinedlog.journal.Replayed;

/**
 * Replay of a DataNode's journal into the replicas on its disks. Files that are newer than the journal and match their
 * checksums stay unchanged: after a process exit, the page cache still contains bytes that were hflushed but not hsynced. The
 * journal is read twice, so that the required memory does not grow with it. The replay may be repeated at any time, also after
 * it was interrupted by a crash.
 *
 * <p>A replica or a storage that cannot be read or written does not affect the others. A failed replica gets a generation stamp
 * by which the NameNode rejects it, until its records are applied.
 */
public final class BlockReplay {
    /**
     * Generation stamp of a replica during its repair. After a power failure in between, a replica with its own stamp would
     * count as intact: truncated bytes are present again until the record of the truncation is applied.
     */
    private static final long REPAIRING = 0;

    private final List<Source> sources;
    private final ReplicaStore store;
    private final boolean preview;
    private final ReplayProgress progress;
    /** Sorted, so that the checks read the files in their order on disk. */
    private final Map<BlockKey, ReplayPlan> plans = new TreeMap<>();

    private final OpenRepairs open = new OpenRepairs(this::find, this::close);
    private final Map<BlockKey, ReplayPlan> toRepair = new LinkedHashMap<>();
    private final Map<BlockKey, Result> results = new HashMap<>();
    private final ReplayFailures failures = new ReplayFailures();
    private final List<String> corruptReplicas = new ArrayList<>();
    /** Number of the current record, over all sources. */
    private long number;
    /** Index of the current source. */
    private int source;

    private ReplaySync sync;

    private BlockReplay(List<Source> sources, ReplicaStore store, boolean preview, ReplayProgress progress) {
        this.sources = List.copyOf(sources);
        this.store = store;
        this.preview = preview;
        this.progress = progress;
        this.sync = new ReplaySync(store, Map.of());
    }

    /** Result of a replica that was processed. */
    private enum Result {
        INTACT,
        REPAIRED,
        CREATED,
        SUPERSEDED,
        DELETED
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
         * @param storages IDs of the storages with records of the journal that need a replay, by block pool
         * @throws IOException if the journal must not be replayed
         */
        void check(Map<String, Set<String>> storages) throws IOException;
    }

    /** Relation of records to the replicas in their storage. */
    enum Age {
        /** No DataNode has loaded the replicas since. */
        CURRENT,
        /** Deferred, and the storage was not in service since. */
        DEFERRED,
        /** Deferred, and the storage was in service: another replica may have replaced a failed one. */
        SERVED
    }

    /**
     * Records of some replicas. A replica that is in several sources was replaced in between; only the last one counts.
     *
     * @param records the records
     * @param age their age
     */
    record Source(Records records, Age age) {}

    static ReplayReport run(Records records, ReplicaStore store) throws IOException {
        return run(List.of(new Source(records, Age.CURRENT)), store, pools -> {}, ReplayProgress.NONE);
    }

    /**
     * Replays records. When this returns, all bytes are on disk in the replicas' files, except those of the reported failures.
     *
     * @param sources records, oldest first
     * @param store replicas
     * @param check check that runs before any change
     * @param progress receiver of the progress
     * @return the result
     * @throws IOException by the check, or if the records cannot be read; the call can be repeated
     */
    static ReplayReport run(List<Source> sources, ReplicaStore store, Check check, ReplayProgress progress)
            throws IOException {
        return new BlockReplay(sources, store, false, progress).run(check);
    }

    /** Reports the result of a replay without changing anything. */
    static ReplayReport preview(List<Source> sources, ReplicaStore store, Check check) throws IOException {
        return new BlockReplay(sources, store, true, ReplayProgress.NONE).run(check);
    }

    private ReplayReport run(Check check) throws IOException {
        long start = System.nanoTime();
        Replayed replayed = pass(Step.READ, 0, this::plan);
        check.check(storagesOfJournal());
        sync = new ReplaySync(store, plans);
        inSteps(Step.CHECK, plans, this::inspect);
        inSteps(Step.VERIFY, sync.run(failures::isFailed, progress), this::inspect);
        try {
            if (!toRepair.isEmpty()) {
                pass(Step.APPLY, replayed.records(), this::apply);
            }
            inSteps(Step.FINISH, new LinkedHashMap<>(toRepair), this::finish);
        } finally {
            open.closeAll();
        }
        Map<Result, Integer> counts = new EnumMap<>(Result.class);
        results.forEach((key, result) -> counts.merge(result, failures.contains(key) ? 0 : 1, Integer::sum));
        return new ReplayReport(
                replayed,
                counts.getOrDefault(Result.INTACT, 0),
                counts.getOrDefault(Result.REPAIRED, 0),
                counts.getOrDefault(Result.CREATED, 0),
                counts.getOrDefault(Result.SUPERSEDED, 0),
                counts.getOrDefault(Result.DELETED, 0),
                corruptReplicas,
                failures,
                System.nanoTime() - start);
    }

    /** Step of the replay of one replica. */
    private interface ReplicaStep {
        void run(BlockKey key, ReplayPlan plan) throws IOException;
    }

    private void inSteps(Step step, Map<BlockKey, ReplayPlan> replicas, ReplicaStep each) {
        AtomicLong done = new AtomicLong();
        replicas.forEach((key, plan) -> {
            attempt(key, plan, () -> each.run(key, plan));
            progress.progress(step, done.incrementAndGet(), replicas.size());
        });
    }

    private Map<String, Set<String>> storagesOfJournal() {
        Map<String, Set<String>> storages = new HashMap<>();
        plans.forEach((key, plan) -> {
            if (plan.isNeeded() && age(plan) == Age.CURRENT) {
                storages.computeIfAbsent(key.pool(), any -> new HashSet<>()).add(plan.storage());
            }
        });
        return storages;
    }

    private Replayed pass(Step step, long total, RecordSink sink) throws IOException {
        Replayed all = new Replayed(0, 0, 0, List.of());
        number = 0;
        for (source = 0; source < sources.size(); source++) {
            Replayed one = sources.get(source).records().replay(record -> {
                number++;
                sink.accept(record);
                progress.progress(step, number, total);
            });
            List<String> missing = new ArrayList<>(all.missing());
            missing.addAll(one.missing());
            all = new Replayed(
                    all.records() + one.records(),
                    all.skipped() + one.skipped(),
                    all.segments() + one.segments(),
                    missing);
        }
        return all;
    }

    private Age age(ReplayPlan plan) {
        return sources.get(plan.source()).age();
    }

    private void plan(JournalRecord record) throws IOException {
        BlockRecord decoded = BlockRecord.decode(record);
        plans.computeIfAbsent(decoded.key(), any -> new ReplayPlan()).add(number, source, decoded);
    }

    /** Part of a replica's replay, which may be repeated. */
    private interface Attempt {
        void run() throws IOException;
    }

    /** Isolates a failure of the replica or of its storage. */
    private void attempt(BlockKey key, ReplayPlan plan, Attempt step) {
        while (!failures.contains(key)) {
            if (plan.isNeeded() && failures.isFailed(plan.storage())) {
                setAside(key, plan);
                return;
            }
            try {
                step.run();
                return;
            } catch (StorageFailedException e) {
                boolean first = failures.storageFailed(e.storage(), e);
                store.exclude(e.storage());
                if (!first) {
                    replicaFailed(key, plan, e);
                    return;
                }
                // Without the storage, the step can succeed: a replica is searched in all storages.
            } catch (UncheckedIOException e) {
                replicaFailed(key, plan, e.getCause());
                return;
            } catch (IOException e) {
                replicaFailed(key, plan, e);
                return;
            } catch (RuntimeException e) {
                // An unexpected exception of one replica must not prevent the start of the DataNode.
                replicaFailed(key, plan, new IOException(e));
                return;
            }
        }
    }

    private void setAside(BlockKey key, ReplayPlan plan) {
        failures.setAside(key, plan);
        toRepair.remove(key);
        // The replica has failed already.
        open.remove(key).ifPresent(replica -> IOUtils.cleanupWithLogger(null, replica));
    }

    private void replicaFailed(BlockKey key, ReplayPlan plan, IOException cause) {
        setAside(key, plan);
        failures.replicaFailed(key, plan, cause);
        try {
            if (!preview && !failures.isFailed(plan.storage())) {
                // In a storage that was in service, another replica may have replaced the failed one.
                long last = age(plan) == Age.SERVED ? plan.generationStamp() : Long.MAX_VALUE;
                store.withdraw(key, plan.storage(), last, REPAIRING);
            }
        } catch (IOException e) {
            e.addSuppressed(cause);
            failures.storageFailed(plan.storage(), new StorageFailedException(plan.storage(), e));
        }
        if (failures.isFailed(plan.storage())) {
            store.exclude(plan.storage());
        }
    }

    private void inspect(BlockKey key, ReplayPlan plan) throws IOException {
        if (!plan.isNeeded()) {
            results.put(key, Result.SUPERSEDED);
            return;
        }
        Optional<StoredReplica> found = find(key, plan);
        if (found.isEmpty()) {
            inspectMissing(key, plan);
            return;
        }
        try (StoredReplica replica = found.get()) {
            plan.located(replica.storage());
            results.put(key, inspect(key, replica, plan));
        }
    }

    private Result inspect(BlockKey key, StoredReplica replica, ReplayPlan plan) throws IOException {
        if (age(plan) == Age.SERVED && replica.generationStamp() != REPAIRING) {
            return inspectServed(replica, plan);
        }
        if (!plan.hasState()) {
            rewrite(replica, plan);
            return Result.INTACT;
        }
        if (replica.dataLength() < plan.firstOffset()) {
            shorter(key, replica, plan);
            return Result.REPAIRED;
        }
        long length = replica.dataLength() + replica.metaLength();
        boolean intact = ReplicaRepair.isIntact(replica, plan, preview);
        // A record is deferred because an fsync of the files may have failed.
        boolean trusted = preview || (age(plan) == Age.CURRENT && !plan.suspect() && sync.isTrusted(key, plan));
        if (intact && (trusted || ReplicaRepair.isRewritten(replica))) {
            if (!preview) {
                ReplicaRepair.place(replica, plan);
                boolean changed = replica.dataLength() + replica.metaLength() != length;
                if (!trusted || !sync.covers(key, plan, changed)) {
                    replica.force();
                }
                if (!trusted) {
                    sync.rewritten(key, plan);
                }
            }
            return Result.INTACT;
        }
        if (!preview) {
            plan.onDisk(replica.generationStamp());
            replica.place(REPAIRING, replica.isFinalized());
            replica.force();
            toRepair.put(key, plan);
        }
        return Result.REPAIRED;
    }

    /** Handles a replica whose fsync failed while the journal contains no synced bytes of it. */
    private void rewrite(StoredReplica replica, ReplayPlan plan) throws IOException {
        if (!preview) {
            boolean rewritten = ReplicaRepair.isRewritten(replica);
            long stamp = replica.generationStamp() == REPAIRING ? plan.generationStamp() : replica.generationStamp();
            replica.place(stamp, replica.isFinalized());
            if (rewritten) {
                replica.force();
            }
        }
    }

    /** The failed replica was replaced by another one, or an interrupted replay has written its bytes and was moving it. */
    private Result inspectServed(StoredReplica replica, ReplayPlan plan) throws IOException {
        if (replica.generationStamp() == plan.generationStamp() && !preview) {
            if (plan.hasState() && !replica.isFinalized()) {
                ReplicaRepair.place(replica, plan);
            }
            replica.force();
        }
        return Result.SUPERSEDED;
    }

    /** A deferred record must not change a copy of the block in another storage. */
    private Optional<StoredReplica> find(BlockKey key, ReplayPlan plan) throws IOException {
        return store.find(key, plan.storage(), age(plan) == Age.CURRENT);
    }

    private void inspectMissing(BlockKey key, ReplayPlan plan) throws IOException {
        if (store.isMissing(plan.storage())) {
            setAside(key, plan);
            return;
        }
        if (!plan.hasState() || plan.firstOffset() > 0) {
            results.put(key, Result.DELETED);
            return;
        }
        if (!preview) {
            Optional<StoredReplica> empty = store.create(key, plan.storage(), REPAIRING);
            if (empty.isEmpty()) {
                results.put(key, Result.DELETED);
                return;
            }
            empty.get().close();
            toRepair.put(key, plan);
        }
        results.put(key, Result.CREATED);
    }

    /**
     * Handles a replica that lacks bytes which were on disk before the first record: power failed after the files were truncated
     * or recreated and before that was recorded. The remaining bytes were acknowledged; the last checksum may be missing.
     */
    private void shorter(BlockKey key, StoredReplica replica, ReplayPlan plan) throws IOException {
        // A truncation bumps the generation stamp as well; otherwise this is data loss. The stamp of a failed replica
        // is unknown.
        boolean lost = replica.generationStamp() <= plan.generationStamp() && replica.generationStamp() != REPAIRING;
        if (!preview) {
            ReplicaRepair.truncate(replica, replica.dataLength());
            replica.force();
            ReplicaRepair.place(replica, plan);
            replica.force();
        }
        if (lost) {
            corruptReplicas.add(name(key, plan) + " has " + replica.dataLength()
                    + " bytes, but its first record begins at " + plan.firstOffset());
        }
    }

    private void apply(JournalRecord record) throws IOException {
        BlockRecord decoded = BlockRecord.decode(record);
        ReplayPlan plan = toRepair.get(decoded.key());
        if (plan != null && plan.contains(number, source)) {
            attempt(decoded.key(), plan, () -> open.apply(decoded, plan));
        }
    }

    private void finish(BlockKey key, ReplayPlan plan) throws IOException {
        if (!open.finish(key, plan)) {
            corruptReplicas.add(name(key, plan) + " does not match its checksums up to byte " + plan.end());
        }
    }

    private static String name(BlockKey key, ReplayPlan plan) {
        return "blk_" + key.id() + "_" + plan.generationStamp() + " of " + key.pool() + " in storage " + plan.storage();
    }

    private void close(BlockKey key, StoredReplica replica) {
        attempt(key, plans.get(key), replica::close);
    }
}
