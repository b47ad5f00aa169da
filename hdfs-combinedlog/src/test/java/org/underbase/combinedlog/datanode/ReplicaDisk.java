package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.underbase.combinedlog.datanode.ReplicaAccess.Kind;

/**
 * Disk of the replicas of all DataNodes, on which accesses to chosen blocks fail. After a failed fsync, the kernel marks pages
 * clean that are not on disk: the block counts as lost until it is rewritten.
 */
final class ReplicaDisk implements AutoCloseable {
    private static final Pattern BLOCK = Pattern.compile("(blk_-?[0-9]+)(_[0-9]+\\.meta)?");

    private static final String FAILURE = "Input/output error";

    private record Fault(Kind access, String block) {}

    private final Map<Fault, Integer> faults = new ConcurrentHashMap<>();
    private final Set<String> lost = ConcurrentHashMap.newKeySet();
    private final Set<Path> failedDirectories = ConcurrentHashMap.newKeySet();
    private final AtomicReference<CountDownLatch> fsyncs = new AtomicReference<>(new CountDownLatch(0));
    private final AtomicInteger fsyncsHeld = new AtomicInteger();

    private ReplicaDisk() {}

    /** Makes the DataNodes of a configuration use this disk. */
    static ReplicaDisk install(Configuration conf) {
        ReplicaDisk disk = new ReplicaDisk();
        FailingDatasetFactory.install(conf);
        FailingDatasetFactory.set(disk::access);
        return disk;
    }

    /** Makes the next accesses to the files of a block fail. */
    void fail(Kind access, ExtendedBlock block, int times) {
        faults.put(new Fault(access, block.getBlockName()), times);
    }

    /** Makes all accesses to the directories of a data directory fail. */
    void failDirectories(Path dataDir) {
        failedDirectories.add(dataDir);
    }

    /** Delays fsyncs of block files until {@link #repair}. */
    void holdFsyncs() {
        fsyncsHeld.set(0);
        fsyncs.set(new CountDownLatch(1));
    }

    /** Returns the number of fsyncs that waited since {@link #holdFsyncs}. */
    int fsyncsHeld() {
        return fsyncsHeld.get();
    }

    /** Whether a power failure would lose written bytes of the block. */
    boolean isLost(ExtendedBlock block) {
        return lost.contains(block.getBlockName());
    }

    /** Ends all failures and delays. */
    void repair() {
        faults.clear();
        failedDirectories.clear();
        fsyncs.get().countDown();
    }

    @Override
    public void close() {
        repair();
        FailingDatasetFactory.set(ReplicaAccess.PERMITTED);
    }

    private void pass(CountDownLatch gate) throws IOException {
        fsyncsHeld.addAndGet(gate.getCount() > 0 ? 1 : 0);
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private void access(Kind access, Path file) throws IOException {
        if (access == Kind.LIST && failedDirectories.contains(file)) {
            throw new IOException(FAILURE + ": " + file);
        }
        Matcher matcher = BLOCK.matcher(file.getFileName().toString());
        if (!matcher.matches()) {
            return;
        }
        if (access == Kind.FSYNC) {
            pass(fsyncs.get());
        }
        String block = matcher.group(1);
        if (access == Kind.WRITE) {
            lost.remove(block);
        }
        boolean[] failing = new boolean[1];
        faults.computeIfPresent(new Fault(access, block), (fault, left) -> {
            failing[0] = true;
            return left > 1 ? left - 1 : null;
        });
        if (failing[0]) {
            lost.add(block);
            throw new IOException(FAILURE + ": " + file);
        }
    }
}
