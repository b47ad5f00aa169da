package org.underbase.combinedlog.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory;
import org.underbase.combinedlog.datanode.ReplicaAccess;

/**
 * Factory of a dataset some of whose fsyncs fail once. The kernel marks the pages of a failed fsync clean, so a later one succeeds
 * although the bytes are not on disk. A DataNode loads it by its name.
 */
public final class FailingFsyncsFactory extends JournaledDatasetFactory {
    private static final Pattern BLOCK_FILE = Pattern.compile("blk_-?[0-9]+");

    /** Block files with a successful fsync. */
    private final Set<String> durable = ConcurrentHashMap.newKeySet();
    /** Lost block files that were written again. */
    private final Set<String> rewritten = ConcurrentHashMap.newKeySet();

    @Override
    protected ReplicaAccess access() {
        FsyncFaults faults = new FsyncFaults(Path.of(getConf().get(FsyncFaults.KEY)));
        return (kind, file) -> {
            String name = file.getFileName().toString();
            if (!BLOCK_FILE.matcher(name).matches()) {
                return;
            }
            if (kind == ReplicaAccess.Kind.WRITE) {
                rewritten.add(name);
            } else if (kind == ReplicaAccess.Kind.FSYNC) {
                fsync(faults, name);
            }
        };
    }

    private void fsync(FsyncFaults faults, String block) throws IOException {
        // The last bytes of a block with a successful fsync may be lost as well, but not all of them, as the soak
        // assumes.
        if (!durable.contains(block) && faults.isArmed(block)) {
            rewritten.remove(block);
            faults.failed(block);
            throw new IOException(FsyncFaults.FAILURE + ": " + block);
        }
        if (!faults.isLost(block)) {
            durable.add(block);
        } else if (rewritten.remove(block)) {
            faults.repaired(block);
        }
    }
}
