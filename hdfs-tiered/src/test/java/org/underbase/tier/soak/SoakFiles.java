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
 * the other; in a third, each file has its own. Thread-confined.
 */
final class SoakFiles {
    private static final int REPLICATION = 3;
    private static final int MAX_LENGTH = 3 * SoakSettings.BLOCK;
    private static final Path OWN = new Path("/own");
    private static final Duration CLOSING = Duration.ofMinutes(3);

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
        for (String name : List.of("/left", "/right")) {
            Path directory = new Path(name);
            cluster.files().mkdirs(directory);
            ReplicaVector vector = whole.get(random.nextInt(whole.size()));
            cluster.tiers().setRepPolicy(directory, vector.toString(), 0);
            directories.put(directory, vector);
        }
    }

    /** Creates files until the number of files is reached. */
    void fill(Random random) throws IOException {
        while (files.size() < cluster.layout().files()) {
            long number = ++created;
            Path directory = directory(random);
            Path path = new Path(directory, "f" + number);
            int length = 1 + random.nextInt(MAX_LENGTH);
            try (FSDataOutputStream out =
                    cluster.files().create(path, false, 4096, (short) REPLICATION, SoakSettings.BLOCK)) {
                out.write(Contents.part(number, 0, length));
            }
            SoakFile file = new SoakFile(number, path, length, Optional.ofNullable(directories.get(directory)));
            files.add(file);
            if (!directories.containsKey(directory)) {
                ReplicaVector vector = changes.vector(random, Optional.empty());
                cluster.tiers().setRepPolicy(path, vector.toString(), 0);
                file.owns(vector);
            }
        }
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
                watch.watch(
                        file,
                        block.getBlock().getBlockId(),
                        block.getBlock().getGenerationStamp(),
                        block.getBlockSize(),
                        Math.min(
                                block.getLocations().length,
                                file.vector().orElseThrow().sum()));
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
        switch (random.nextInt(8)) {
            case 0, 1 -> append(file, 1 + random.nextInt(SoakSettings.BLOCK));
            case 2, 3 -> truncate(file, 1 + random.nextInt((int) file.longest()));
            case 4 -> rename(file, random);
            case 5 -> delete(file);
            default -> change(file, changes.draw(random, file.vector()));
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
        while (file.inherits() && !directories.containsKey(directory)) {
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
