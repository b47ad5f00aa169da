package org.underbase.combinedlog.block;

import java.io.IOException;
import org.apache.hadoop.util.DataChecksum;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.block.BlockLog.StartedSync;

/** Syncs in one thread: a DataNode starts them in one and waits for them in another. */
public final class Syncs {
    private Syncs() {}

    /**
     * Starts a sync and waits for it.
     *
     * @param log log of the replica
     * @param now the replica
     * @param checksum type of its checksum file
     * @param files open files of the replica
     * @return {@link Outcome#DURABLE}, or why the caller has to fsync the files
     * @throws IOException if the bytes may be missing on disk
     */
    public static Outcome sync(BlockLog log, ReplicaSnapshot now, DataChecksum checksum, ReplicaFiles files)
            throws IOException {
        StartedSync started = log.startSync(now, checksum, files, () -> {});
        return started.direct().isPresent() ? started.direct().get() : log.awaitSync(now.key(), started.sequence());
    }
}
