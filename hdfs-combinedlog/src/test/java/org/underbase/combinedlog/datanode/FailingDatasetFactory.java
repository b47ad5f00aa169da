package org.underbase.combinedlog.datanode;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory;

/** Factory of datasets on a disk whose accesses a test lets fail or wait. */
public class FailingDatasetFactory extends JournaledDatasetFactory {
    private static final AtomicReference<ReplicaAccess> CURRENT = new AtomicReference<>(ReplicaAccess.PERMITTED);

    /** Makes a DataNode use this factory. */
    static void install(Configuration conf) {
        conf.set("dfs.datanode.fsdataset.factory", FailingDatasetFactory.class.getName());
    }

    /** Replaces the check of all DataNodes. */
    static void set(ReplicaAccess access) {
        CURRENT.set(access);
    }

    static ReplicaAccess current() {
        return (kind, file) -> CURRENT.get().before(kind, file);
    }

    @Override
    protected ReplicaAccess access() {
        return current();
    }
}
