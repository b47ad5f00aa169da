package org.underbase.tier.soak;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.util.ToolRunner;
import org.underbase.testbed.Await;
import org.underbase.tier.client.FilePlacement;
import org.underbase.tier.client.PolicyOrigin;
import org.underbase.tier.client.PresentReplicas;
import org.underbase.tier.policy.ReplicaVector;

/**
 * Invariants after the last kill: every file has its wanted replicas, every replica has the expected content, and the disks
 * contain nothing else.
 */
final class FinalStateCheck {
    private static final Duration PLACED = Duration.ofMinutes(5);
    private static final int ATTEMPTS = 5;
    private static final Duration HEALTHY = Duration.ofMinutes(1);
    private static final Pattern WRONG =
            Pattern.compile("(Under|Over|Mis)-replicated blocks:\\s+[1-9]|(Missing|Corrupt)[a-z ]* blocks:\\s+[1-9]");

    private final TierCluster cluster;
    private final SoakFiles files;
    private final Counters counters;

    FinalStateCheck(TierCluster cluster, SoakFiles files, Counters counters) {
        this.cluster = cluster;
        this.files = files;
        this.counters = counters;
    }

    /**
     * Waits until all invariants hold.
     *
     * @throws Violation if one does not
     */
    void await() throws IOException, Violation {
        NoSuchFileException gone = null;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                awaitOnce();
                return;
            } catch (NoSuchFileException e) {
                // A replica was deleted during its comparison, so the state was not final.
                gone = e;
            }
        }
        throw new Violation("the set of replicas keeps changing: " + gone, gone);
    }

    private void awaitOnce() throws IOException, Violation {
        files.resolve();
        requireNoOtherFile();
        for (SoakFile file : files.files()) {
            Await.until(file + " to have its wanted replicas", PLACED, () -> placement(file));
        }
        Await.until("only the files' replicas on the disks", PLACED, this::excess);
        compare();
        Await.until("fsck to report a healthy file system", HEALTHY, this::fsck);
    }

    private void requireNoOtherFile() throws IOException, Violation {
        Set<String> expected = new TreeSet<>();
        files.files().forEach(file -> expected.add(file.path().toUri().getPath()));
        Set<String> found = new TreeSet<>();
        RemoteIterator<LocatedFileStatus> all = cluster.files().listFiles(new Path("/"), true);
        while (all.hasNext()) {
            found.add(all.next().getPath().toUri().getPath());
        }
        if (!found.equals(expected)) {
            throw new Violation("the files are " + found + ", not " + expected);
        }
    }

    private Optional<String> placement(SoakFile file) throws IOException {
        FilePlacement placement = cluster.tiers().placement(file.path());
        Optional<ReplicaVector> wanted = placement.wanted().filter(file::mayWant);
        if (wanted.isEmpty()) {
            return Optional.of("wanted by the NameNode: " + placement.wanted());
        }
        boolean withheld = withheld(file, placement);
        if (!(withheld || isPlaced(placement))
                || placement.replication() != wanted.get().sum()) {
            return Optional.of(
                    placement + "\n" + String.join("\n", cluster.tiers().explain(file.path())));
        }
        for (LocatedBlock block : cluster.blocks(file.path())) {
            Optional<String> violation = spread(block, wanted.get().sum());
            if (violation.isPresent()) {
                return violation;
            }
        }
        if (withheld) {
            counters.add(Counters.Count.WITHHELD);
        }
        if (placement.origin() == PolicyOrigin.FILE) {
            file.owns(wanted.get());
        } else {
            file.inherits(wanted.get());
        }
        return Optional.empty();
    }

    private static boolean isPlaced(FilePlacement placement) {
        List<PresentReplicas> present = placement.present();
        return placement.settled()
                && present.size() == 1
                && present.get(0).replicas().equals(placement.wanted());
    }

    /** Whether only a quota prevents that a file gets its wanted replicas; it has their number on other tiers. */
    private static boolean withheld(SoakFile file, FilePlacement placement) {
        return file.path().getParent().equals(QuotaCheck.DIRECTORY)
                && placement.movesPending() == 0
                && placement
                        .reason()
                        .filter(reason -> reason.contains("a quota leaves no space"))
                        .isPresent();
    }

    /** Checks that a block's replicas are on different nodes and on two racks. */
    private Optional<String> spread(LocatedBlock block, int replicas) {
        Set<String> nodes = new HashSet<>();
        Set<String> racks = new HashSet<>();
        for (DatanodeInfo location : block.getLocations()) {
            nodes.add(cluster.instance(location).daemon().node());
            racks.add(cluster.instance(location).rack());
        }
        return Violation.unless(
                nodes.size() == replicas && racks.size() > 1,
                () -> block.getBlock() + " is on " + Arrays.toString(block.getLocations()));
    }

    /** Compares the replicas on the disks with those that the NameNode knows. */
    private Optional<String> excess() throws IOException {
        Set<String> known = new TreeSet<>();
        for (SoakFile file : files.files()) {
            for (LocatedBlock block : cluster.blocks(file.path())) {
                for (DatanodeInfo location : block.getLocations()) {
                    known.add(name(
                            block.getBlock().getBlockId(),
                            block.getBlock().getGenerationStamp(),
                            block.getBlockSize(),
                            cluster.instance(location).toString()));
                }
            }
        }
        Set<String> found = new TreeSet<>();
        for (Disks.Replica replica : cluster.disks().finalized()) {
            found.add(name(replica.block(), replica.stamp(), replica.length(), replica.dataNode()));
        }
        List<Disks.Unfinished> unfinished = cluster.disks().unfinished();
        Set<String> orphans = new TreeSet<>(found);
        orphans.removeAll(known);
        Set<String> missing = new TreeSet<>(known);
        missing.removeAll(found);
        return Violation.unless(
                orphans.isEmpty() && missing.isEmpty() && unfinished.isEmpty(),
                () -> "orphans " + orphans + ", missing " + missing + ", unfinished " + unfinished);
    }

    private static String name(long block, long stamp, long length, String dataNode) {
        return block + "_" + stamp + " of " + length + " bytes on " + dataNode;
    }

    /** Compares the content of each file, read by a client, and of each of its replicas, read from disk. */
    private void compare() throws IOException, Violation {
        Map<Long, List<Disks.Replica>> replicas = new HashMap<>();
        for (Disks.Replica replica : cluster.disks().finalized()) {
            replicas.computeIfAbsent(replica.block(), key -> new ArrayList<>()).add(replica);
        }
        for (SoakFile file : files.files()) {
            byte[] expected = Contents.part(file.number(), 0, (int) file.longest());
            byte[] read;
            try (FSDataInputStream in = cluster.files().open(file.path())) {
                read = in.readAllBytes();
            } catch (IOException e) {
                throw new Violation(file + ": read failed: " + e, e);
            }
            if (!Arrays.equals(read, expected)) {
                throw new Violation(
                        file + " has other content than expected at byte " + Arrays.mismatch(read, expected));
            }
            for (LocatedBlock block : cluster.blocks(file.path())) {
                int from = (int) block.getStartOffset();
                byte[] part = Arrays.copyOfRange(expected, from, from + (int) block.getBlockSize());
                for (Disks.Replica replica :
                        replicas.getOrDefault(block.getBlock().getBlockId(), List.of())) {
                    if (!Arrays.equals(Files.readAllBytes(replica.file()), part)) {
                        throw new Violation("the replica of " + block.getBlock() + " on " + replica.dataNode() + " of "
                                + file + " has other content than expected");
                    }
                    counters.add(Counters.Count.REPLICAS_COMPARED);
                }
            }
        }
    }

    private Optional<String> fsck() throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(output, false, StandardCharsets.UTF_8)) {
            ToolRunner.run(new DFSck(cluster.conf(), out), new String[] {"/"});
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
        String report = output.toString(StandardCharsets.UTF_8);
        Matcher wrong = WRONG.matcher(report);
        return Violation.unless(report.contains("is HEALTHY") && !wrong.find(), () -> report);
    }
}
