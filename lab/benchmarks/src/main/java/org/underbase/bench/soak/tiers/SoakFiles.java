package org.underbase.bench.soak.tiers;

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
import org.underbase.bench.soak.finding.Finding;
import org.underbase.bench.soak.finding.Patience;
import org.underbase.tier.client.ChangeResult;
import org.underbase.tier.policy.ReplicaVector;
import org.underbase.tier.protocol.TierException;

/**
 * The files of the cluster, and what is done to them. In two directories files inherit a vector, which changes when they
 * are renamed from one into the other; in a third each has its own. Used by one thread at a time.
 */
final class SoakFiles {
    private static final int FILES = 6;
    private static final int REPLICATION = 3;
    private static final int MAX_LENGTH = 3 * SoakSettings.BLOCK;
    private static final Path OWN = new Path("/own");
    private static final Duration CLOSING = Duration.ofMinutes(3);

    private final TierCluster cluster;
    private final FloorWatch watch;
    private final Changes changes;
    private final Tally tally;
    private final Map<Path, ReplicaVector> directories = new LinkedHashMap<>();
    private final List<SoakFile> files = new ArrayList<>();
    private long created;
    private long renamed;

    SoakFiles(TierCluster cluster, FloorWatch watch, Tally tally) {
        this.cluster = cluster;
        this.watch = watch;
        this.tally = tally;
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

    /** Creates files until there are as many as there should be. */
    void fill(Random random) throws IOException {
        while (files.size() < FILES) {
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

    /** Watches every block from now on. */
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

    /** Tells most files to be elsewhere. */
    void deal(Random random) throws IOException, Finding {
        for (SoakFile file : files) {
            if (file.certain() && random.nextInt(4) > 0) {
                change(file, changes.draw(random, file.vector()));
            }
        }
    }

    /** Does something to a file, in the midst of it all. */
    void meddle(Random random) throws IOException, Finding {
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

    private void change(SoakFile file, Changes.Drawn drawn) throws IOException, Finding {
        tally.add(Tally.Count.CHANGES);
        watch.atMost(file, drawn.next().map(ReplicaVector::sum).orElse(REPLICATION));
        try {
            ChangeResult result = cluster.tiers().apply(file.path(), drawn.change());
            ReplicaVector wanted =
                    result.wanted().orElseThrow(() -> new Finding(file + ": nothing wanted after " + drawn.change()));
            if (drawn.next().isPresent() && !drawn.next().get().equals(wanted)) {
                throw new Finding(file + ": " + wanted + " wanted after " + drawn.change());
            }
            file.owns(wanted);
        } catch (TierException e) {
            // Nothing has changed: nodes are missing, or the file is being recovered.
            tally.add(Tally.Count.REFUSED);
        } catch (IOException e) {
            tally.add(Tally.Count.UNCERTAIN);
            file.maybeWants(drawn.next());
        }
    }

    private void append(SoakFile file, int bytes) {
        tally.add(Tally.Count.APPENDS);
        watch.forget(file);
        long length = file.longest() + bytes;
        try {
            awaitClosed(file.path());
            try (FSDataOutputStream out = cluster.files().append(file.path())) {
                out.write(Contents.part(file.number(), file.longest(), bytes));
            }
            file.length(length);
        } catch (IOException e) {
            tally.add(Tally.Count.UNCERTAIN);
            file.maybeLength(length);
        }
    }

    private void truncate(SoakFile file, long length) {
        tally.add(Tally.Count.TRUNCATES);
        watch.forget(file);
        try {
            awaitClosed(file.path());
            // False says that the last block is being cut, which goes on in the background.
            if (!cluster.files().truncate(file.path(), length)) {
                awaitClosed(file.path());
            }
            file.length(length);
        } catch (IOException e) {
            tally.add(Tally.Count.UNCERTAIN);
            file.maybeLength(length);
        }
    }

    private void rename(SoakFile file, Random random) {
        tally.add(Tally.Count.RENAMES);
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
            tally.add(Tally.Count.UNCERTAIN);
            file.maybeAt(target);
            if (file.inherits()) {
                file.maybeWants(Optional.of(directories.get(directory)));
            }
        }
    }

    private void delete(SoakFile file) throws Finding {
        tally.add(Tally.Count.DELETES);
        watch.forget(file);
        try {
            if (!cluster.files().delete(file.path(), false)) {
                throw new Finding(file + " is gone");
            }
            files.remove(file);
        } catch (IOException e) {
            tally.add(Tally.Count.UNCERTAIN);
            file.maybeGone();
        }
    }

    /** Finds out what became of the calls that failed. @throws Finding when it is nothing that was asked for */
    void ascertain() throws IOException, Finding {
        for (SoakFile file : files()) {
            List<Path> there = new ArrayList<>();
            for (Path path : file.paths()) {
                if (cluster.files().exists(path)) {
                    there.add(path);
                }
            }
            if (there.isEmpty() && file.mayBeGone()) {
                files.remove(file);
            } else if (there.size() != 1) {
                throw new Finding(file + " is at " + there);
            } else {
                file.at(there.get(0));
                awaitClosed(file.path());
                long length = cluster.files().getFileStatus(file.path()).getLen();
                if (length < file.shortest() || length > file.longest()) {
                    throw new Finding(file + " has " + length + " bytes");
                }
                file.length(length);
            }
        }
    }

    private void awaitClosed(Path path) throws IOException {
        boolean closed = Patience.holds(CLOSING, () -> {
            if (cluster.files().isFileClosed(path)) {
                return true;
            }
            // A writer that failed, or a recovery whose DataNode was killed.
            return cluster.files().recoverLease(path);
        });
        if (!closed) {
            throw new IOException(path + " is not closed after " + CLOSING.toSeconds() + " s");
        }
    }
}
