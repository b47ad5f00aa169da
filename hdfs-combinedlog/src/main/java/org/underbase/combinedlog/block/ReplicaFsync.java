package org.underbase.combinedlog.block;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.journal.JournalFailedException;

/**
 * Fsyncs of replicas' files. After a failed fsync, a later success proves nothing: the kernel marks pages clean that it could
 * not write, and reports the error once. A failure therefore sticks to the replica until its files are rewritten and fsynced,
 * and a record makes a replay distrust the files.
 */
final class ReplicaFsync {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaFsync.class);

    private final ReplicaRecorder recorder;
    private final BlockLog.CommitWait commitWait;

    ReplicaFsync(ReplicaRecorder recorder, BlockLog.CommitWait commitWait) {
        this.recorder = recorder;
        this.commitWait = commitWait;
    }

    /**
     * Fsyncs the files. A replica that is being written is not rewritten, because a rewrite could overwrite the checksum of a
     * chunk that grows concurrently.
     *
     * @param attempts maximum number of fsyncs
     */
    void forceServed(TrackedReplica replica, ReplicaFiles files, int attempts) throws IOException {
        if (isOpen(replica)) {
            forceOpen(replica, files);
        } else {
            forceExclusively(replica, files, attempts);
        }
    }

    private void forceOpen(TrackedReplica replica, ReplicaFiles files) throws IOException {
        if (suspectFsyncs(replica) > 0) {
            throw new IOException("an earlier fsync of block " + replica.key() + ", which is being written, failed");
        }
        try {
            files.force();
        } catch (IOException e) {
            failed(replica, e);
            throw e;
        }
    }

    /**
     * Fsyncs the files of a replica that no other thread writes; rewrites them first after a failure.
     *
     * @param attempts maximum number of fsyncs
     */
    void forceExclusively(TrackedReplica replica, ReplicaFiles files, int attempts) throws IOException {
        for (int attempt = 1; ; attempt++) {
            int fsyncs = suspectFsyncs(replica);
            try {
                if (fsyncs > 0 && !files.rewrite()) {
                    throw new IOException("block " + replica.key()
                            + " is being written and cannot be rewritten after its failed fsync");
                }
                files.force();
                repaired(replica, fsyncs);
                return;
            } catch (IOException e) {
                failed(replica, e);
                if (attempt >= attempts) {
                    throw e;
                }
            }
        }
    }

    /** As {@link #forceExclusively}, of a replica without records in the journal before and after this call. */
    void forceUntracked(TrackedReplica replica, ReplicaFiles files, int attempts) throws IOException {
        forceExclusively(replica, files, attempts);
        try {
            long sequence = recorder.supersede(replica);
            if (sequence > 0) {
                commitWait.awaitNow(sequence);
            }
        } catch (JournalFailedException e) {
            LOG.debug("Block {} was repaired while the journal failed", replica.key(), e);
        }
    }

    /** Records the failure before any later fsync: a process that exits now must not trust the page cache after its restart. */
    private void failed(TrackedReplica replica, IOException cause) {
        try {
            long sequence = recorder.suspect(replica);
            if (sequence > 0) {
                commitWait.awaitNow(sequence);
            }
        } catch (JournalFailedException e) {
            // The invalidation of the journal repairs the replica or reports it as bad.
            cause.addSuppressed(e);
        }
    }

    /** Returns the number of failed fsyncs if the replica was not repaired since, otherwise 0. */
    private static int suspectFsyncs(TrackedReplica replica) {
        synchronized (replica) {
            return replica.suspect() ? replica.failedFsyncs() : 0;
        }
    }

    private static void repaired(TrackedReplica replica, int fsyncs) {
        synchronized (replica) {
            replica.repaired(fsyncs);
        }
    }

    static boolean isOpen(TrackedReplica replica) {
        synchronized (replica) {
            return replica.open();
        }
    }
}
