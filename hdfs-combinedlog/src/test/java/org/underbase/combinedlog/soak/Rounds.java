package org.underbase.combinedlog.soak;

import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Rounds of the soak: each one writes files, crashes the DataNode, and compares all acknowledged bytes after the restart. */
final class Rounds {
    private static final Path ROOT = new Path("/soak");
    private static final int FEWEST_ACKS = 300;
    private static final int MORE_ACKS = 3000;
    private static final int APPENDED_FILES = 3;

    private final SoakCluster cluster;
    private final DistributedFileSystem fs;
    private final Transitions transitions;
    private final Random random;
    private final Counts counts;
    private long number;

    Rounds(SoakCluster cluster, Random random, Counts counts) {
        this.cluster = cluster;
        this.fs = cluster.fs();
        this.transitions = new Transitions(cluster);
        this.random = random;
        this.counts = counts;
    }

    void run(Crash crash) throws IOException, InterruptedException, Violation {
        number++;
        switch (crash) {
            case KILL -> crash(false);
            case POWER_FAILURE -> crash(true);
            case FAILED_FSYNC -> failFsync();
            case UPGRADE -> upgrade(random.nextBoolean());
            case ROLLBACK -> rollBack(random.nextBoolean());
        }
        counts.add(crash.metric(), 1);
        fs.delete(ROOT, true);
    }

    private int acks() {
        return FEWEST_ACKS + random.nextInt(MORE_ACKS);
    }

    private Load start(String name) {
        return Load.start(fs, "r" + number + name, random);
    }

    private void crash(Load load, boolean powerFailure) throws IOException, InterruptedException, Violation {
        load.crash();
        cluster.crash(powerFailure);
        load.join();
    }

    private Load loadAndCrash(String name, boolean powerFailure) throws IOException, InterruptedException, Violation {
        Load load = start(name);
        load.awaitAcks(acks());
        crash(load, powerFailure);
        return load;
    }

    private void crash(boolean powerFailure) throws IOException, InterruptedException, Violation {
        Load load = loadAndCrash("", powerFailure);
        cluster.restart();
        load.check(powerFailure, counts);
    }

    /** A replay after a kill writes the lost bytes again from the page cache; a power failure shows whether they are on disk then. */
    private void failFsync() throws IOException, InterruptedException, Violation {
        Load load = start("");
        int acks = acks();
        load.awaitAcks(acks / 2);
        FaultyFiles faulty = new FaultyFiles(cluster, "r" + number + "-faulty", random.nextLong());
        faulty.fail();
        load.awaitAcks(acks);
        boolean powerFailure = random.nextBoolean();
        crash(load, powerFailure);
        cluster.restart();
        if (!powerFailure) {
            cluster.crash(true);
            cluster.restart();
        }
        load.check(true, counts);
        faulty.check(counts);
        counts.add("fsync_errors", cluster.faults().failures());
        cluster.faults().reset();
    }

    private void upgrade(boolean powerFailure) throws IOException, InterruptedException, Violation {
        Load load = loadAndCrash("", powerFailure);
        transitions.upgradeNameNode();
        transitions.checkRejected("cannot upgrade the block pool", false);
        transitions.replay(counts);
        transitions.restart(true);
        load.check(powerFailure, counts);
        transitions.finalizeUpgrade();
    }

    /** Appends to files of the earlier state, and new files, must disappear. */
    private void rollBack(boolean powerFailure) throws IOException, InterruptedException, Violation {
        Load before = start("-before");
        before.awaitAcks(acks() / 2);
        before.crash();
        before.join();
        before.check(false, counts);
        cluster.dataNode().stop();
        transitions.upgradeNameNode();
        transitions.restart(true);
        FileStatus[] files = fs.listStatus(ROOT);
        for (int i = 0; i < APPENDED_FILES; i++) {
            appendAndKeepOpen(files[random.nextInt(files.length)].getPath());
        }

        loadAndCrash("-after", powerFailure);

        transitions.rollBackNameNode();
        transitions.checkRejected("cannot roll back the data directories", true, "-rollback");
        transitions.replay(counts);
        transitions.restart(false, "-rollback");
        before.checkUnchanged();
        if (fs.listStatus(ROOT).length != files.length) {
            throw new Violation("the rollback did not restore the " + files.length + " files before the upgrade");
        }
    }

    private void appendAndKeepOpen(Path file) throws IOException {
        if (fs.isFileClosed(file)) {
            FSDataOutputStream out = fs.append(file);
            out.write(new byte[random.nextInt(LogWriter.BLOCK / 100)]);
            out.hsync();
        }
    }
}
