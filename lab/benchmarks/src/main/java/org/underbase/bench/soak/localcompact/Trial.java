package org.underbase.bench.soak.localcompact;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.underbase.bench.soak.finding.Finding;
import org.underbase.bench.soak.finding.Patience;
import org.underbase.localcompact.worker.FaultPoint;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;

/** One schedule on one table, from its first row to the proof that nothing is wrong. */
final class Trial {
    private static final Duration HIT = Duration.ofSeconds(60);
    private static final Duration COMPACTED = Duration.ofMinutes(4);
    private static final Duration HEALTHY = Duration.ofMinutes(3);
    private static final Duration ASKED_AGAIN = Duration.ofSeconds(3);
    private static final Duration GIVEN_UP = Duration.ofSeconds(15);
    private static final Duration CUT = FaultCluster.MERGE_PATIENCE.plusSeconds(4);
    /** A server that does not reach ZooKeeper for longer ends itself, which is HBase's own matter and takes minutes. */
    private static final Duration CUT_OFF = Duration.ofSeconds(8);

    private static final Duration A_BIT_SLOW = Duration.ofSeconds(2);
    private static final Duration TOO_SLOW = FaultCluster.MERGE_PATIENCE.plusSeconds(3);
    /** Of the output, from its beginning; it is longer. */
    private static final long SPOILT_WITHIN = 3L * FaultCluster.BLOCK;

    private final FaultCluster cluster;
    private final Tables tables;
    private final Outcomes outcomes;
    private final Tally tally;
    private final Schedule schedule;
    private final String table;
    private Set<String> inputs = Set.of();
    private Node coordinator;
    private Node victim;
    private Node other;
    private long askedNanos;
    private long seenNanos;

    Trial(FaultCluster cluster, Tables tables, Outcomes outcomes, Tally tally, Schedule schedule) {
        this.cluster = cluster;
        this.tables = tables;
        this.outcomes = outcomes;
        this.tally = tally;
        this.schedule = schedule;
        this.table = schedule.table();
    }

    /** Runs it, and returns whether the fault came to pass. */
    boolean run() throws IOException, Finding {
        tables.fill(table, schedule.seed());
        inputs = tables.files(table).names();
        aim();
        Trap.clear(cluster.traps());
        try {
            if (schedule.step().isPresent()) {
                trap(schedule.step().get()).set(cluster.traps());
            }
            compact();
            boolean hit = awaitHit();
            if (hit) {
                strike();
            }
            return hit;
        } finally {
            Trap.clear(cluster.traps());
        }
    }

    /** Where the table is now, and who is hit. */
    private void aim() throws IOException {
        Tables.Place place = tables.place(table);
        coordinator = cluster.node(place.server());
        List<Node> nodes = new ArrayList<>();
        place.holders().forEach(holder -> nodes.add(cluster.node(holder)));
        if (schedule.fault() == Fault.KILL_COORDINATOR) {
            nodes.removeIf(node -> !node.equals(coordinator));
        } else if (schedule.fault().hitsAnother()) {
            nodes.remove(coordinator);
        }
        // Where a table is scattered nothing is merged locally, and nobody is caught.
        victim = nodes.isEmpty() ? coordinator : nodes.get(schedule.victim() % nodes.size());
        other = place.holders().stream()
                .map(cluster::node)
                .filter(node -> !node.equals(victim) && !node.equals(coordinator))
                .findFirst()
                .orElse(coordinator);
    }

    private Trap trap(FaultPoint step) throws IOException {
        Node caught = step.ofCoordinator() ? coordinator : victim;
        long process = caught.regionServer().pid().orElseThrow(() -> new IOException(caught + " has no RegionServer"));
        Trap.Deed deed =
                switch (schedule.fault()) {
                    case SHORT_REPLICA -> Trap.Deed.SHORT;
                    case DIVERGING_REPLICA -> Trap.Deed.DIFFER;
                    default -> Trap.Deed.HOLD;
                };
        return new Trap(process, deed, step, schedule.block(), Math.floorMod(schedule.seed(), SPOILT_WITHIN));
    }

    private void compact() throws IOException {
        askedNanos = System.nanoTime();
        tables.compact(table);
    }

    private boolean isNewFileThere() throws IOException {
        return !inputs.containsAll(tables.files(table).names());
    }

    private boolean awaitHit() {
        if (schedule.step().isEmpty()) {
            return Patience.holds(HIT, this::isNewFileThere);
        }
        Patience.holds(HIT, () -> Trap.isHit(cluster.traps()) || isNewFileThere());
        return Trap.isHit(cluster.traps());
    }

    private void strike() throws IOException {
        switch (schedule.fault()) {
            case KILL_COORDINATOR, KILL_WORKER, KILL_DATANODE, KILL_NAMENODE -> kill();
            case FAIL_OVER -> {
                tables.write(table, schedule.seed() + 1);
                if (schedule.more()) {
                    cluster.nameNode().kill();
                    tally.kill();
                }
                cluster.failover();
                Trap.letGo(cluster.traps());
            }
            case SLOW_WORKER -> {
                tables.write(table, schedule.seed() + 1);
                Duration pause = schedule.more() ? TOO_SLOW : A_BIT_SLOW;
                // Without it the others finish, or not: both is right.
                Patience.holds(pause, () -> outcomes.any(table));
                Trap.letGo(cluster.traps());
            }
            case FULL_DISK -> {
                Balloon balloon = new Balloon(victim.disk(0));
                try {
                    balloon.inflate();
                    Trap.letGo(cluster.traps());
                    Patience.holds(CUT, () -> outcomes.any(table));
                } finally {
                    balloon.deflate();
                }
            }
            case CUT_LINK -> cut();
            default -> tables.write(table, schedule.seed() + 1);
        }
    }

    private void kill() throws IOException {
        tables.write(table, schedule.seed() + 1);
        Set<Daemon> killed = new LinkedHashSet<>(List.of(daemon(schedule.fault(), victim)));
        if (schedule.also().isPresent()) {
            killed.add(daemon(schedule.also().get(), other));
        }
        for (Daemon daemon : killed) {
            daemon.kill();
            tally.kill();
        }
        for (Daemon daemon : killed) {
            daemon.start();
        }
        Trap.letGo(cluster.traps());
    }

    private Daemon daemon(Fault fault, Node node) throws IOException {
        return switch (fault) {
            case KILL_COORDINATOR -> coordinator.regionServer();
            case KILL_WORKER -> node.regionServer();
            case KILL_DATANODE -> node.dataNode(0);
            case KILL_NAMENODE -> cluster.nameNode();
            default -> throw new IllegalArgumentException(fault + " kills nothing");
        };
    }

    private void cut() throws IOException {
        tables.write(table, schedule.seed() + 1);
        boolean whole = schedule.more();
        try {
            if (whole) {
                victim.cutLink();
            } else {
                victim.cutFrom(coordinator);
            }
            Trap.letGo(cluster.traps());
            Patience.holds(whole ? CUT_OFF : CUT, () -> outcomes.any(table));
        } finally {
            if (whole) {
                victim.healLink();
            } else {
                victim.healFrom(coordinator);
            }
        }
    }

    /** Waits until the table is compacted and everything is as it should be; how many rows were compared. */
    long settle() throws IOException, Finding {
        cluster.awaitWhole();
        Patience.until(table + " compacted", COMPACTED, this::notCompacted);
        cluster.awaitWhole();
        long rows = tables.check(table);
        // Where the NameNode is away when HBase itself commits or gives up a file, that stays until the region opens
        // next.
        Optional<String> clean = isNameNodeAway() ? Optional.empty() : Optional.of(table);
        Patience.until("HDFS healthy", HEALTHY, () -> {
            List<String> wrong = tables.health(clean);
            return wrong.isEmpty() ? Optional.empty() : Optional.of(wrong.toString());
        });
        Patience.until("merges ended", HEALTHY, cluster::leftOfMerges);
        return rows;
    }

    private boolean isNameNodeAway() {
        return schedule.fault() == Fault.KILL_NAMENODE
                || schedule.fault() == Fault.FAIL_OVER
                || schedule.also().equals(Optional.of(Fault.KILL_NAMENODE));
    }

    /**
     * Of a minor compaction one file stays, or more where what a dead server had not flushed became a file meanwhile, which
     * is smaller and taken first. Nothing else lets files go.
     */
    private boolean isCompacted(Tables.Files files) {
        if (!schedule.minor()) {
            return files.names().size() == 1 && !inputs.containsAll(files.names());
        }
        return !files.names().containsAll(inputs) && !files.compacting();
    }

    /** HBase forgets what it was asked when a server dies, and when a compaction fails. */
    private Optional<String> notCompacted() throws IOException {
        cluster.startDead();
        Tables.Files files = tables.files(table);
        if (isCompacted(files)) {
            return Optional.empty();
        }
        // The new file may be there, and the old ones not given up yet; or its server died between the two.
        boolean there = !inputs.containsAll(files.names());
        long now = System.nanoTime();
        if (there && seenNanos == 0) {
            seenNanos = now;
        }
        if (!files.compacting()
                && now - askedNanos > ASKED_AGAIN.toNanos()
                && (!there || now - seenNanos > GIVEN_UP.toNanos())) {
            compact();
        }
        return Optional.of(files.toString());
    }
}
