package org.underbase.tier.soak;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.underbase.testbed.Await;
import org.underbase.tier.client.ChangeResult;
import org.underbase.tier.policy.ReplicaVector;
import org.underbase.tier.protocol.TierException;

/**
 * Files of the cluster and their changes. In two directories, files inherit a vector, which changes with a rename from one to
 * the other; in two others, they inherit a landing policy with a vector, one with a quota; in the last, each file has its own.
 * Thread-confined.
 */
final class SoakFiles {
    private static final int REPLICATION = 3;
    private static final int MAX_LENGTH = 3 * SoakSettings.BLOCK;
    /** Files above the layout's number that are written while a daemon is killed. */
    private static final int MORE_FILES = 2;

    private static final Path OWN = new Path("/own");
    private static final Path LANDING = new Path("/landing");
    private static final Duration CLOSING = Duration.ofMinutes(3);
    private static final Duration REPLICATED = Duration.ofMinutes(3);

    private final TierCluster cluster;
    private final ReplicaFloorMonitor watch;
    private final Changes changes;
    private final Counters counters;
    private final Map<Path, ReplicaVector> directories = new LinkedHashMap<>();
    private final List<SoakFile> files = new ArrayList<>();
    private long created;
    private long renamed;

    SoakFiles(TierCluster cluster, ReplicaFloorMonitor watch, Counters counters) {
        this.cluster = cluster;
        this.watch = watch;
        this.counters = counters;
        this.changes = new Changes(cluster.layout());
    }

    List<SoakFile> files() {
        return List.copyOf(files);
    }

    /** Creates the directories. */
    void begin(Random random) throws IOException {
        cluster.files().mkdirs(OWN);
        List<ReplicaVector> whole = cluster.layout().vectors().stream()
                .filter(vector -> vector.sum() == REPLICATION)
                .toList();
        for (Path directory : List.of(new Path("/left"), new Path("/right"), LANDING, QuotaCheck.DIRECTORY)) {
            cluster.files().mkdirs(directory);
            // All replicas of a file that lands leave the fastest tier, except one.
            List<ReplicaVector> possible = whole.stream()
                    .filter(one ->
                            !lands(directory) || one.count(cluster.layout().fastest()) == 1)
                    .toList();
            ReplicaVector vector = possible.get(random.nextInt(possible.size()));
            cluster.tiers().setRepPolicy(directory, (lands(directory) ? "landing:" : "") + vector, 0);
            directories.put(directory, vector);
        }
    }

    private static boolean lands(Path directory) {
        return directory.equals(LANDING) || isLimited(directory);
    }

    private static boolean isLimited(Path directory) {
        return directory.equals(QuotaCheck.DIRECTORY);
    }

    /** Creates files until the number of files is reached, the first in the directories with the landing policy. */
    void fill(Random random) throws IOException {
        while (files.size() < cluster.layout().files()) {
            Path directory = created == 0 ? LANDING : created == 1 ? QuotaCheck.DIRECTORY : directory(random);
            SoakFile file = file(directory, random);
            try (FSDataOutputStream out = create(file)) {
                out.write(Contents.part(file.number(), 0, (int) file.longest()));
            }
            closed(file, REPLICATION);
            if (!file.inherits()) {
                ReplicaVector vector = changes.vector(random, Optional.empty());
                watch.atMost(file, vector.sum());
                cluster.tiers().setRepPolicy(file.path(), vector.toString(), 0);
                file.owns(vector);
            }
        }
    }

    /** Replaces a file by one that lands, so that the monitor distributes its replicas. */
    void land(Random random) throws IOException, Violation {
        List<SoakFile> known = files.stream().filter(SoakFile::certain).toList();
        if (!known.isEmpty()) {
            delete(known.get(random.nextInt(known.size())));
        }
        write(random, REPLICATION);
    }

    /**
     * Writes a file that lands. If the write fails, its bytes up to the last hsync must remain.
     *
     * @param replicas number of complete replicas that the file must have soon after its close, and must keep
     */
    private void write(Random random, int replicas) throws IOException {
        counters.add(Counters.Count.WRITES);
        SoakFile file = file(random.nextBoolean() ? LANDING : QuotaCheck.DIRECTORY, random);
        int length = (int) file.longest();
        int synced = 0;
        try (FSDataOutputStream out = create(file)) {
            out.write(Contents.part(file.number(), 0, length / 2));
            out.hsync();
            synced = length / 2;
            out.write(Contents.part(file.number(), synced, length - synced));
        } catch (IOException e) {
            counters.add(Counters.Count.UNCERTAIN);
            file.maybeLength(synced);
            if (synced == 0) {
                file.maybeDeleted();
            }
            return;
        }
        closed(file, replicas);
    }

    private SoakFile file(Path directory, Random random) {
        long number = ++created;
        SoakFile file = new SoakFile(
                number,
                new Path(directory, "f" + number),
                1 + random.nextInt(MAX_LENGTH),
                Optional.ofNullable(directories.get(directory)));
        files.add(file);
        return file;
    }

    private FSDataOutputStream create(SoakFile file) throws IOException {
        return cluster.files().create(file.path(), false, 4096, (short) REPLICATION, SoakSettings.BLOCK);
    }

    /** Watches the blocks of a new file and counts it if all replicas are on the fastest tier. */
    private void closed(SoakFile file, int replicas) throws IOException {
        boolean landed = file.path().getParent().equals(LANDING);
        for (LocatedBlock block : cluster.blocks(file.path())) {
            List<Disks.Replica> found = cluster.disks().finalized(block.getBlock(), block.getBlockSize());
            landed &= found.stream().filter(cluster::onFastest).count() == REPLICATION;
            watch(file, block, Math.max(replicas, Math.min(found.size(), REPLICATION)));
        }
        if (landed) {
            counters.add(Counters.Count.LANDED);
        }
    }

    private void watch(SoakFile file, LocatedBlock block, int replicas) throws IOException {
        Await.until(block.getBlock() + " of " + file + " to have its replicas on the disks", REPLICATED, () -> {
            int found = cluster.disks()
                    .finalized(block.getBlock(), block.getBlockSize())
                    .size();
            return Violation.unless(found >= replicas, () -> found + " of " + replicas);
        });
        watch.watch(
                file,
                block.getBlock().getBlockId(),
                block.getBlock().getGenerationStamp(),
                block.getBlockSize(),
                replicas);
    }

    private Path directory(Random random) {
        List<Path> all = new ArrayList<>(directories.keySet());
        all.add(OWN);
        return all.get(random.nextInt(all.size()));
    }

    /** Adds every block to the monitor. */
    void watchAll() throws IOException {
        for (SoakFile file : files) {
            for (LocatedBlock block : cluster.blocks(file.path())) {
                watch(file, block, file.vector().orElseThrow().sum());
            }
        }
    }

    /** Changes the wanted vectors of most files. */
    void reassign(Random random) throws IOException, Violation {
        for (SoakFile file : files) {
            if (file.certain() && random.nextInt(4) > 0) {
                change(file, changes.draw(random, file.vector()));
            }
        }
    }

    /** Changes a random file. */
    void changeAny(Random random) throws IOException, Violation {
        List<SoakFile> known = files.stream().filter(SoakFile::certain).toList();
        if (known.isEmpty()) {
            return;
        }
        SoakFile file = known.get(random.nextInt(known.size()));
        switch (random.nextInt(10)) {
            case 0, 1 -> {
                // An append may exceed a quota by the rest of the block.
                if (!isLimited(file.path().getParent())) {
                    append(file, 1 + random.nextInt(SoakSettings.BLOCK));
                }
            }
            case 2, 3 -> truncate(file, 1 + random.nextInt((int) file.longest()));
            case 4 -> rename(file, random);
            case 5 -> {
                if (files.size() > 1) {
                    delete(file);
                }
            }
            case 6, 7 -> writeOrDelete(file, random);
            default -> change(file, changes.draw(random, file.vector()));
        }
    }

    private void writeOrDelete(SoakFile file, Random random) throws IOException, Violation {
        if (files.size() < cluster.layout().files() + MORE_FILES) {
            write(random, 0);
        } else {
            delete(file);
        }
    }

    private void change(SoakFile file, Changes.Drawn drawn) throws IOException, Violation {
        counters.add(Counters.Count.CHANGES);
        watch.atMost(file, drawn.next().map(ReplicaVector::sum).orElse(REPLICATION));
        try {
            ChangeResult result = cluster.tiers().apply(file.path(), drawn.change());
            ReplicaVector wanted = result.wanted()
                    .orElseThrow(() -> new Violation(file + ": no wanted vector after " + drawn.change()));
            if (drawn.next().isPresent() && !drawn.next().get().equals(wanted)) {
                throw new Violation(file + ": " + wanted + " wanted after " + drawn.change());
            }
            file.owns(wanted);
        } catch (TierException e) {
            // Rejected without a change: nodes are missing, or the file is in recovery.
            counters.add(Counters.Count.REJECTED);
        } catch (IOException e) {
            counters.add(Counters.Count.UNCERTAIN);
            file.maybeWants(drawn.next());
        }
    }

    private void append(SoakFile file, int bytes) {
        counters.add(Counters.Count.APPENDS);
        watch.forget(file);
        long length = file.longest() + bytes;
        try {
            awaitClosed(file.path());
            try (FSDataOutputStream out = cluster.files().append(file.path())) {
                out.write(Contents.part(file.number(), file.longest(), bytes));
            }
            file.length(length);
        } catch (IOException e) {
            counters.add(Counters.Count.UNCERTAIN);
            file.maybeLength(length);
        }
    }

    private void truncate(SoakFile file, long length) {
        counters.add(Counters.Count.TRUNCATES);
        watch.forget(file);
        try {
            awaitClosed(file.path());
            // If the result is false, the truncation of the last block continues in the background.
            if (!cluster.files().truncate(file.path(), length)) {
                awaitClosed(file.path());
            }
            file.length(length);
        } catch (IOException e) {
            counters.add(Counters.Count.UNCERTAIN);
            file.maybeLength(length);
        }
    }

    private void rename(SoakFile file, Random random) {
        counters.add(Counters.Count.RENAMES);
        Path directory = directory(random);
        // A rename into a directory may exceed its quota.
        while (isLimited(directory) || (file.inherits() && !directories.containsKey(directory))) {
            directory = directory(random);
        }
        Path target = new Path(directory, "f" + file.number() + "-" + ++renamed);
        try {
            cluster.files().rename(file.path(), target, Rename.NONE);
            file.at(target);
            if (file.inherits()) {
                file.inherits(directories.get(directory));
            }
        } catch (IOException e) {
            counters.add(Counters.Count.UNCERTAIN);
            file.maybeAt(target);
            if (file.inherits()) {
                file.maybeWants(Optional.of(directories.get(directory)));
            }
        }
    }

    private void delete(SoakFile file) throws Violation {
        counters.add(Counters.Count.DELETES);
        watch.forget(file);
        try {
            if (!cluster.files().delete(file.path(), false)) {
                throw new Violation(file + " does not exist");
            }
            files.remove(file);
        } catch (IOException e) {
            counters.add(Counters.Count.UNCERTAIN);
            file.maybeDeleted();
        }
    }

    /**
     * Determines the results of failed calls.
     *
     * @throws Violation if the state of a file matches no valid result
     */
    void resolve() throws IOException, Violation {
        for (SoakFile file : files()) {
            List<Path> found = new ArrayList<>();
            for (Path path : file.paths()) {
                if (cluster.files().exists(path)) {
                    found.add(path);
                }
            }
            if (found.isEmpty() && file.mayBeDeleted()) {
                files.remove(file);
            } else if (found.size() != 1) {
                throw new Violation(file + " is at " + found);
            } else {
                file.at(found.get(0));
                awaitClosed(file.path());
                long length = cluster.files().getFileStatus(file.path()).getLen();
                if (length < file.shortest() || length > file.longest()) {
                    throw new Violation(file + " has " + length + " bytes");
                }
                file.length(length);
                if (length == 0) {
                    // A failed write without an hsync.
                    delete(file);
                }
            }
        }
    }

    private void awaitClosed(Path path) throws IOException {
        boolean closed = Await.holds(CLOSING, () -> {
            if (cluster.files().isFileClosed(path)) {
                return true;
            }
            // Recovers the lease of a failed writer, or repeats a recovery whose DataNode was killed.
            return cluster.files().recoverLease(path);
        });
        if (!closed) {
            throw new IOException(path + " is not closed after " + CLOSING.toSeconds() + " s");
        }
    }
}
