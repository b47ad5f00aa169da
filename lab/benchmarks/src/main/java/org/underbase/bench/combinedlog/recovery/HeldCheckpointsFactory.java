package org.underbase.bench.combinedlog.recovery;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory;
import org.underbase.combinedlog.datanode.ReplicaAccess;

/**
 * Factory of a dataset whose block files are never fsynced: the first checkpoint waits until the process is killed, so that a load
 * fills all segments. DataNodes load it by its name.
 */
public final class HeldCheckpointsFactory extends JournaledDatasetFactory {
    private final CountDownLatch never = new CountDownLatch(1);

    @Override
    protected ReplicaAccess access() {
        return this::hold;
    }

    private void hold(ReplicaAccess.Kind kind, Path file) throws IOException {
        if (kind == ReplicaAccess.Kind.FSYNC) {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted before the fsync of " + file);
            }
        }
    }
}
