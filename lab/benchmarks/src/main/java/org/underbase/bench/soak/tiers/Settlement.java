package org.underbase.bench.soak.tiers;

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
import org.underbase.bench.soak.finding.Finding;
import org.underbase.bench.soak.finding.Patience;
import org.underbase.tier.client.FilePlacement;
import org.underbase.tier.client.PolicyOrigin;
import org.underbase.tier.client.PresentReplicas;
import org.underbase.tier.policy.ReplicaVector;

/**
 * What must hold when nobody kills any more: every file is where it should be, every replica holds what it should hold, and
 * there is nothing else on any disk.
 */
final class Settlement {
    private static final Duration PLACED = Duration.ofMinutes(5);
    private static final int LOOKS = 5;
    private static final Duration HEALTHY = Duration.ofMinutes(1);
    private static final Pattern WRONG =
            Pattern.compile("(Under|Over|Mis)-replicated blocks:\\s+[1-9]|(Missing|Corrupt)[a-z ]* blocks:\\s+[1-9]");

    private final TierCluster cluster;
    private final SoakFiles files;
    private final Tally tally;

    Settlement(TierCluster cluster, SoakFiles files, Tally tally) {
        this.cluster = cluster;
        this.files = files;
        this.tally = tally;
    }

    /** Waits until all is as it should be. @throws Finding what is not */
    void await() throws IOException, Finding {
        NoSuchFileException gone = null;
        for (int look = 0; look < LOOKS; look++) {
            try {
                awaitOnce();
                return;
            } catch (NoSuchFileException e) {
                // A replica was given up while it was looked at: not all was settled after all.
                gone = e;
            }
        }
        throw new Finding("replicas come and go: " + gone, gone);
    }

    private void awaitOnce() throws IOException, Finding {
        files.ascertain();
        requireNoOtherFile();
        for (SoakFile file : files.files()) {
            Patience.until(file + " to have what it should", PLACED, () -> placement(file));
        }
        Patience.until("nothing but the files' replicas on the disks", PLACED, this::surplus);
        compare();
        Patience.until("fsck to be content", HEALTHY, this::fsck);
    }

    private void requireNoOtherFile() throws IOException, Finding {
        Set<String> expected = new TreeSet<>();
        files.files().forEach(file -> expected.add(file.path().toUri().getPath()));
        Set<String> there = new TreeSet<>();
        RemoteIterator<LocatedFileStatus> all = cluster.files().listFiles(new Path("/"), true);
        while (all.hasNext()) {
            there.add(all.next().getPath().toUri().getPath());
        }
        if (!there.equals(expected)) {
            throw new Finding("the files are " + there + ", not " + expected);
        }
    }

    private Optional<String> placement(SoakFile file) throws IOException {
        FilePlacement placement = cluster.tiers().placement(file.path());
        Optional<ReplicaVector> wanted = placement.wanted().filter(file::mayWant);
        if (wanted.isEmpty()) {
            return Optional.of("the NameNode wants " + placement.wanted());
        }
        List<PresentReplicas> present = placement.present();
        if (!placement.settled()
                || present.size() != 1
                || !present.get(0).replicas().equals(wanted)
                || placement.replication() != wanted.get().sum()) {
            return Optional.of(
                    placement + "\n" + String.join("\n", cluster.tiers().explain(file.path())));
        }
        for (LocatedBlock block : cluster.blocks(file.path())) {
            Optional<String> complaint = spread(block, wanted.get().sum());
            if (complaint.isPresent()) {
                return complaint;
            }
        }
        if (placement.origin() == PolicyOrigin.FILE) {
            file.owns(wanted.get());
        } else {
            file.inherits(wanted.get());
        }
        return Optional.empty();
    }

    /** Whether a block's replicas are on as many nodes as there are, and on two racks. */
    private Optional<String> spread(LocatedBlock block, int replicas) {
        Set<String> nodes = new HashSet<>();
        Set<String> racks = new HashSet<>();
        for (DatanodeInfo location : block.getLocations()) {
            nodes.add(cluster.instance(location).daemon().node());
            racks.add(cluster.instance(location).rack());
        }
        return Complaints.unless(
                nodes.size() == replicas && racks.size() > 1,
                () -> block.getBlock() + " is on " + Arrays.toString(block.getLocations()));
    }

    /** What the disks have and the NameNode does not know, and the other way round. */
    private Optional<String> surplus() throws IOException {
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
        Set<String> there = new TreeSet<>();
        for (Disks.Replica replica : cluster.disks().finalized()) {
            there.add(name(replica.block(), replica.stamp(), replica.length(), replica.dataNode()));
        }
        List<Disks.Unfinished> unfinished = cluster.disks().unfinished();
        Set<String> orphans = new TreeSet<>(there);
        orphans.removeAll(known);
        Set<String> missing = new TreeSet<>(known);
        missing.removeAll(there);
        return Complaints.unless(
                orphans.isEmpty() && missing.isEmpty() && unfinished.isEmpty(),
                () -> "orphans " + orphans + ", missing " + missing + ", unfinished " + unfinished);
    }

    private static String name(long block, long stamp, long length, String dataNode) {
        return block + "_" + stamp + " of " + length + " bytes on " + dataNode;
    }

    /** Reads each file as a client, and each of its replicas from its disk. */
    private void compare() throws IOException, Finding {
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
                throw new Finding(file + " cannot be read: " + e, e);
            }
            if (!Arrays.equals(read, expected)) {
                throw new Finding(file + " holds something else from byte " + Arrays.mismatch(read, expected) + " on");
            }
            for (LocatedBlock block : cluster.blocks(file.path())) {
                int from = (int) block.getStartOffset();
                byte[] part = Arrays.copyOfRange(expected, from, from + (int) block.getBlockSize());
                for (Disks.Replica replica :
                        replicas.getOrDefault(block.getBlock().getBlockId(), List.of())) {
                    if (!Arrays.equals(Files.readAllBytes(replica.file()), part)) {
                        throw new Finding("the replica of " + block.getBlock() + " on " + replica.dataNode() + " of "
                                + file + " holds something else");
                    }
                    tally.add(Tally.Count.REPLICAS_COMPARED);
                }
            }
        }
    }

    private Optional<String> fsck() throws IOException {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(told, false, StandardCharsets.UTF_8)) {
            ToolRunner.run(new DFSck(cluster.conf(), out), new String[] {"/"});
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
        String report = told.toString(StandardCharsets.UTF_8);
        Matcher wrong = WRONG.matcher(report);
        return Complaints.unless(report.contains("is HEALTHY") && !wrong.find(), () -> report);
    }
}
