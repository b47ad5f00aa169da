package org.underbase.tier.namenode.monitor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.TierNamesystem;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.policy.DecayedReads;

/**
 * Heat of the hottest files in an xattr of the root directory, and thus in the edit log and the fsimage: the reads that the
 * active NameNode remembers survive its restart and a failover. Confined to the monitor's thread.
 */
final class HeatStore {
    /** Attribute of the root directory. */
    static final String HEAT = "system.underbase.tier.heat";

    private static final Logger LOG = LoggerFactory.getLogger(HeatStore.class);

    /** Heat below which a file is not stored. */
    private static final double LEAST = 0.01;

    /** Number of files per hold of the lock: less than a millisecond. */
    private static final int STEP = 500;

    private final FSNamesystem namesystem;
    private final FileReads reads;
    private final long intervalNanos;
    private boolean loaded;
    private long storedAt;
    private long storedReads;

    /** @param intervalMillis time from one storage to the next, in milliseconds */
    HeatStore(FSNamesystem namesystem, FileReads reads, long intervalMillis) {
        this.namesystem = namesystem;
        this.reads = reads;
        this.intervalNanos = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
    }

    /** Loads the stored heat when the NameNode has become active, and stores the present one at intervals. */
    void step() throws IOException {
        if (!loaded) {
            loaded = true;
            storedAt = System.nanoTime();
            load();
        } else if (System.nanoTime() - storedAt >= intervalNanos) {
            storedAt = System.nanoTime();
            store();
        }
    }

    /** Called while the NameNode is not active: another one may store the heat. */
    void pause() {
        loaded = false;
    }

    private void load() {
        List<Map.Entry<Long, DecayedReads>> found = new ArrayList<>();
        locked(() -> {
            INode root = namesystem.getFSDirectory().getRoot();
            Optional<String> text = TierNamesystem.attribute(root, Snapshot.CURRENT_STATE_ID, HEAT);
            Optional<Map<Long, DecayedReads>> parsed = text.flatMap(HeatText::parse);
            if (text.isPresent() && parsed.isEmpty()) {
                LOG.warn("tiers: ignoring the stored heat of files, which is malformed or of a later version");
            }
            parsed.ifPresent(heat -> found.addAll(heat.entrySet()));
        });
        eachInSteps(found, entry -> {
            INode inode = namesystem.getFSDirectory().getInode(entry.getKey());
            if (inode != null && inode.isFile()) {
                reads.restore(inode.getFullPathName(), entry.getValue());
            }
        });
        LOG.debug("tiers: loaded the heat of files, files={}", found.size());
    }

    private void store() throws IOException {
        long all = reads.total();
        if (all == storedReads) {
            return;
        }
        long now = System.currentTimeMillis();
        Map<Long, Double> heat = new LinkedHashMap<>();
        eachInSteps(reads.hottest(HeatText.MAX_FILES, now), entry -> {
            long inode = inode(entry.getKey());
            if (inode != 0 && entry.getValue() >= LEAST) {
                heat.put(inode, entry.getValue());
            }
        });
        TierNamesystem.change(
                namesystem, "/", "tierHeat", false, false, root -> root.set(HEAT, HeatText.of(heat, now)));
        storedReads = all;
    }

    /** Returns the ID of a file's inode; 0 if it does not exist. The caller holds the lock. */
    private long inode(String path) {
        try {
            INode inode =
                    namesystem.getFSDirectory().unprotectedResolvePath(path).getLastINode();
            return inode != null && inode.isFile() ? inode.getId() : 0;
        } catch (IOException e) {
            LOG.debug("tiers: a file that has been read no longer exists, path={}", path, e);
            return 0;
        }
    }

    private <T> void eachInSteps(List<T> items, Consumer<T> visitor) {
        for (int from = 0; from < items.size(); from += STEP) {
            List<T> step = items.subList(from, Math.min(items.size(), from + STEP));
            locked(() -> step.forEach(visitor));
        }
    }

    private void locked(Runnable body) {
        namesystem.readLock();
        try {
            body.run();
        } finally {
            namesystem.readUnlock("tierHeat");
        }
    }
}
