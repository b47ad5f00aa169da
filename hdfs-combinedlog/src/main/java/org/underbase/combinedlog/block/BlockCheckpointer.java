package org.underbase.combinedlog.block;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.ChecksumException;
import org.underbase.combinedlog.journal.Checkpointer;
import org.underbase.combinedlog.journal.JournalFailedException;

/** Checkpoint side of a {@link BlockLog}: it fsyncs the files of the replicas that a full segment contains. */
final class BlockCheckpointer implements Checkpointer<BlockKey> {
    private static final int TRIES = 3;

    /** Thrown for a replica whose kept records are still needed, however often its checkpoint fails. */
    private static final class KeptException extends IOException {
        private static final long serialVersionUID = 1;

        KeptException(TrackedReplica replica, String message, IOException cause) {
            super("block " + replica.key() + " in storage " + replica.storage() + " " + message, cause);
        }
    }

    private final ReplicaRecorder recorder;
    private final LiveReplicas live;
    private final ReplicaFsync fsync;
    private final SetAside aside;
    private volatile boolean last;

    BlockCheckpointer(ReplicaRecorder recorder, LiveReplicas live, ReplicaFsync fsync, SetAside aside) {
        this.recorder = recorder;
        this.live = live;
        this.fsync = fsync;
        this.aside = aside;
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
        Set<String> setAside = new HashSet<>();
        for (BlockKey key : keys) {
            Optional<TrackedReplica> replica =
                    recorder.find(key).filter(recorder::hasRecords).filter(each -> !isCheckpointed(each));
            if (replica.isEmpty()) {
                continue;
            }
            long start = System.nanoTime();
            try {
                if (!isGone(replica.get())) {
                    makeDurable(replica.get(), sequence);
                } else if (setAside.add(replica.get().storage())) {
                    // Once for all replicas of the storage: a failure is that of the journal's disk.
                    setAside(replica.get().storage());
                }
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
                if (!last && recorder.isKept(replica) && countFailure(replica) < TRIES) {
                    // Its volume may be leaving service. A deletion would have been recorded.
                    throw new KeptException(replica, "is missing", null);
                }
                recorder.drop(replica);
                return;
            }
            try (ReplicaFiles files = found.get()) {
                long recorded = replica.lastSequence();
                fsync.forceServed(replica, files, last ? TRIES : 1);
                verify(replica, files);
                recorder.keepLastChunk(replica, files, sequence);
                checkpointed(replica, recorded);
            }
        } catch (JournalFailedException | KeptException e) {
            throw e;
        } catch (ChecksumException e) {
            if (recorder.isKept(replica)) {
                throw lost(replica, e);
            }
            failed(replica, open, e);
        } catch (IOException | RuntimeException e) {
            // An unexpected exception of one replica must not prevent the checkpoints of all others.
            failed(replica, open, e instanceof IOException io ? io : new IOException(e));
        }
    }

    private void failed(TrackedReplica replica, boolean open, IOException cause) throws IOException {
        if (last || (countFailure(replica) < TRIES && !open)) {
            throw cause;
        }
        if (recorder.isKept(replica) && !live.isLoaded(replica.key().pool())) {
            // It could not be reported as bad, and a block recovery might take its length for that of the block.
            throw new KeptException(replica, "cannot be fsynced, and its block pool is not loaded", cause);
        }
        recorder.fail(replica);
        live.failed(replica.key(), cause);
    }

    /**
     * Compares a kept replica with its checksums after its fsync: the kernel forgets a failed write-back if it evicts a file that is
     * not open, and the files were closed after the replay.
     */
    private void verify(TrackedReplica replica, ReplicaFiles files) throws IOException {
        long offset;
        synchronized (replica) {
            if (!replica.kept()) {
                return;
            }
            offset = replica.keptOffset();
        }
        Optional<ChecksumLayout> layout = ChecksumLayout.of(files);
        long synced = replica.synced();
        boolean valid = synced == 0
                || (layout.isPresent()
                        && files.dataLength() >= synced
                        && layout.get().verified(files, layout.get().floor(offset)) >= synced);
        if (!valid && recorder.isKept(replica)) {
            throw lost(replica, null);
        }
    }

    private static KeptException lost(TrackedReplica replica, IOException cause) {
        return new KeptException(
                replica, "lacks synced bytes, which the journal keeps: restart the DataNode to restore them", cause);
    }

    private static boolean isCheckpointed(TrackedReplica replica) {
        synchronized (replica) {
            return replica.isCheckpointed();
        }
    }

    /** Whether the storage left service while only kept records contain the synced bytes of the replica. */
    boolean isGone(TrackedReplica replica) {
        return recorder.isKept(replica) && !live.isServed(replica.storage());
    }

    /**
     * Sets the kept records of a storage aside that left service: they must neither be lost, because the storage may return, nor
     * prevent the release of their segments. Called during a checkpoint or while none runs.
     */
    void setAside(String storage) throws IOException {
        List<TrackedReplica> kept = recorder.kept(storage);
        if (!kept.isEmpty() && live.isServed(storage)) {
            throw new IOException("cannot set the records of storage " + storage + " aside: it is in service");
        }
        if (!kept.isEmpty()) {
            aside.write(storage, kept.stream().map(TrackedReplica::key).collect(Collectors.toSet()));
            kept.forEach(recorder::setAside);
        }
    }

    /**
     * Makes all replicas durable whose synced bytes are only in kept records, before the journal becomes invalid. If that fails, the
     * journal must stay valid: only it contains these bytes.
     */
    void secureKept() throws IOException {
        for (TrackedReplica replica : recorder.all()) {
            if (isGone(replica)) {
                setAside(replica.storage());
            } else if (recorder.isKept(replica)) {
                Optional<ReplicaFiles> found = live.open(replica.key());
                if (found.isPresent()) {
                    try (ReplicaFiles files = found.get()) {
                        fsync.forceServed(replica, files, TRIES);
                        verify(replica, files);
                    }
                }
            }
        }
    }

    /** Counts a failed checkpoint and returns the number of consecutive ones. */
    private static int countFailure(TrackedReplica replica) {
        synchronized (replica) {
            return replica.checkpointFailed();
        }
    }

    private static void checkpointed(TrackedReplica replica, long recorded) {
        synchronized (replica) {
            replica.checkpointed(recorded);
        }
    }

    @Override
    public void forgotten(long sequence) {
        recorder.forgotten(sequence);
    }
}
