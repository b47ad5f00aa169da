package org.underbase.combinedlog.block;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.underbase.combinedlog.journal.Checkpointer;
import org.underbase.combinedlog.journal.JournalFailedException;

/** Checkpoint side of a {@link BlockLog}: it fsyncs the files of the replicas that a full segment contains. */
final class BlockCheckpointer implements Checkpointer<BlockKey> {
    private static final int TRIES = 3;

    private final ReplicaRecorder recorder;
    private final LiveReplicas live;
    private final Map<BlockKey, Integer> failures = new ConcurrentHashMap<>();

    BlockCheckpointer(ReplicaRecorder recorder, LiveReplicas live) {
        this.recorder = recorder;
        this.live = live;
    }

    /** Continues with the other replicas if one fails. */
    @Override
    public void makeDurable(Set<BlockKey> keys, long sequence, Pace pace) throws IOException {
        IOException first = null;
        for (BlockKey key : keys) {
            Optional<TrackedReplica> replica = recorder.find(key).filter(recorder::hasRecords);
            if (replica.isEmpty()) {
                continue;
            }
            long start = System.nanoTime();
            try {
                makeDurable(replica.get(), sequence);
            } catch (IOException e) {
                first = first == null ? e : first;
            }
            pace.rest(System.nanoTime() - start);
        }
        if (first != null) {
            throw first;
        }
    }

    /**
     * After a failed fsync, a later success proves nothing: the kernel marks pages clean that it could not write. A replica that
     * no client writes is therefore rewritten. A replica that is being written, or whose disk fails repeatedly, is reported as
     * bad: HDFS has other replicas.
     */
    private void makeDurable(TrackedReplica replica, long sequence) throws IOException {
        BlockKey key = replica.key();
        try {
            Optional<ReplicaFiles> found = live.open(key);
            if (found.isEmpty()) {
                recorder.drop(replica);
                return;
            }
            try (ReplicaFiles files = found.get()) {
                if (failures.containsKey(key)) {
                    files.rewrite();
                }
                files.force();
                failures.remove(key);
                recorder.keepLastChunk(replica, files, sequence);
            }
        } catch (JournalFailedException e) {
            throw e;
        } catch (IOException e) {
            int tries = failures.merge(key, 1, Integer::sum);
            if (!isOpen(replica) && tries < TRIES) {
                throw e;
            }
            failures.remove(key);
            recorder.fail(replica);
            live.failed(key, e);
        }
    }

    private static boolean isOpen(TrackedReplica replica) {
        synchronized (replica) {
            return replica.open();
        }
    }

    @Override
    public void forgotten(long sequence) {
        recorder.forgotten(sequence);
    }
}
