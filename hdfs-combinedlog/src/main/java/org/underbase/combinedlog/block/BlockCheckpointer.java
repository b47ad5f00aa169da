package org.underbase.combinedlog.block;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.underbase.combinedlog.journal.Checkpointer;
import org.underbase.combinedlog.journal.JournalFailedException;

/** Checkpoint side of a {@link BlockLog}: it fsyncs the files of the replicas that a full segment contains. */
final class BlockCheckpointer implements Checkpointer<BlockKey> {
    private static final int TRIES = 3;

    private final ReplicaRecorder recorder;
    private final LiveReplicas live;
    private final ReplicaFsync fsync;
    private volatile boolean last;

    BlockCheckpointer(ReplicaRecorder recorder, LiveReplicas live, ReplicaFsync fsync) {
        this.recorder = recorder;
        this.live = live;
        this.fsync = fsync;
    }

    /**
     * Announces the last checkpoint, before a clean stop. It keeps the records of a replica that it cannot fsync: a report of the
     * replica would not reach the NameNode.
     */
    void announceLast() {
        last = true;
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

    /** A replica that is being written, or whose disk fails repeatedly, is reported as bad: HDFS has other replicas. */
    private void makeDurable(TrackedReplica replica, long sequence) throws IOException {
        BlockKey key = replica.key();
        boolean open = ReplicaFsync.isOpen(replica);
        try {
            Optional<ReplicaFiles> found = live.open(key);
            if (found.isEmpty()) {
                recorder.drop(replica);
                return;
            }
            try (ReplicaFiles files = found.get()) {
                fsync.forceServed(replica, files, last ? TRIES : 1);
                recorder.keepLastChunk(replica, files, sequence);
                checkpointed(replica);
            }
        } catch (JournalFailedException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            // An unexpected exception of one replica must not prevent the checkpoints of all others.
            IOException cause = e instanceof IOException io ? io : new IOException(e);
            if (last || (countFailure(replica) < TRIES && !open)) {
                throw cause;
            }
            recorder.fail(replica);
            live.failed(key, cause);
        }
    }

    /** Counts a failed checkpoint and returns the number of consecutive ones. */
    private static int countFailure(TrackedReplica replica) {
        synchronized (replica) {
            return replica.checkpointFailed();
        }
    }

    private static void checkpointed(TrackedReplica replica) {
        synchronized (replica) {
            replica.checkpointed();
        }
    }

    @Override
    public void forgotten(long sequence) {
        recorder.forgotten(sequence);
    }
}
