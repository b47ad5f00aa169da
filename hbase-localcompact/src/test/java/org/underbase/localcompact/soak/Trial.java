package org.underbase.localcompact.soak;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.underbase.localcompact.worker.FaultPoint;
import org.underbase.testbed.Await;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.Node;

/** Execution of one schedule on one table, from its first row to the check of the final state. */
final class Trial {
    private static final Duration HEALTHY = Duration.ofMinutes(3);
    private static final Duration REQUEST_INTERVAL = Duration.ofSeconds(3);
    private static final Duration ARCHIVE_LIMIT = Duration.ofSeconds(15);
    /** Shorter than the ZooKeeper session timeout: otherwise the server exits, and HBase's recovery takes minutes. */
    private static final Duration CUT_OFF = Duration.ofSeconds(8);

    private static final Duration SHORT_HALT = Duration.ofSeconds(2);
    /** Maximum block of a corrupt byte; the output is longer. */
    private static final long CORRUPT_BLOCKS = 3;

    private final FaultCluster cluster;
    private final Tables tables;
    private final Outcomes outcomes;
    private final Scale scale;
    private final Schedule schedule;
    private final String table;
    private Set<String> inputs = Set.of();
    private Node coordinator;
    private Node victim;
    private Node other;
    private long requestNanos;
    private long newFileNanos;
    private long kills;

    Trial(FaultCluster cluster, Tables tables, Outcomes outcomes, Schedule schedule) {
        this.cluster = cluster;
        this.tables = tables;
        this.outcomes = outcomes;
        this.scale = tables.scale();
        this.schedule = schedule;
        this.table = schedule.table();
    }

    /** Runs the schedule and returns whether the fault occurred. */
    boolean run() throws IOException {
        tables.fill(table, schedule.seed());
        inputs = tables.files(table).names();
        aim();
        FaultPlan.clear(cluster.faultPlans());
        try {
            if (schedule.trigger() != Trigger.NEW_FILE) {
                plan(schedule.trigger().point()).set(cluster.faultPlans());
            }
            compact();
            boolean hit = awaitHit();
            if (hit) {
                inject();
            }
            return hit;
        } finally {
            FaultPlan.clear(cluster.faultPlans());
        }
    }

    /** Returns the number of killed processes. */
    long kills() {
        return kills;
    }

    /** Locates the table and selects the victims. */
    private void aim() throws IOException {
        Tables.Location location = tables.locate(table);
        coordinator = cluster.node(location.server());
        List<Node> nodes = new ArrayList<>();
        location.holders().forEach(holder -> nodes.add(cluster.node(holder)));
        if (schedule.fault() == Fault.KILL_COORDINATOR) {
            nodes.removeIf(node -> !node.equals(coordinator));
        } else if (schedule.fault().sparesCoordinator()) {
            nodes.remove(coordinator);
        }
        // A scattered table is not compacted locally, and its plan is never hit.
        victim = nodes.isEmpty() ? coordinator : nodes.get(schedule.victim() % nodes.size());
        other = location.holders().stream()
                .map(cluster::node)
                .filter(node -> !node.equals(victim) && !node.equals(coordinator))
                .findFirst()
                .orElse(coordinator);
    }

    private FaultPlan plan(FaultPoint point) throws IOException {
        Node target = point.ofCoordinator() ? coordinator : victim;
        long process =
                target.regionServer().pid().orElseThrow(() -> new IOException(target + " has no running RegionServer"));
        FaultPlan.Action action =
                switch (schedule.fault()) {
                    case SHORT_REPLICA -> FaultPlan.Action.SHORT;
                    case DIVERGING_REPLICA -> FaultPlan.Action.DIFFER;
                    default -> FaultPlan.Action.HOLD;
                };
        return new FaultPlan(
                process,
                action,
                point,
                schedule.block(),
                Math.floorMod(schedule.seed(), CORRUPT_BLOCKS * scale.block()));
    }

    private void compact() throws IOException {
        requestNanos = System.nanoTime();
        tables.compact(table);
    }

    private boolean hasNewFile() throws IOException {
        return !inputs.containsAll(tables.files(table).names());
    }

    private boolean awaitHit() {
        if (schedule.trigger() == Trigger.NEW_FILE) {
            return Await.holds(scale.hit(), this::hasNewFile);
        }
        Await.holds(scale.hit(), () -> FaultPlan.isHit(cluster.faultPlans()) || hasNewFile());
        return FaultPlan.isHit(cluster.faultPlans());
    }

    private void inject() throws IOException {
        switch (schedule.fault()) {
            case KILL_COORDINATOR, KILL_WORKER, KILL_DATANODE, KILL_NAMENODE -> kill();
            case FAIL_OVER -> {
                tables.write(table, schedule.seed() + 1);
                if (schedule.more()) {
                    cluster.nameNode().kill();
                    kills++;
                }
                cluster.failover();
                FaultPlan.release(cluster.faultPlans());
            }
            case SLOW_WORKER -> {
                tables.write(table, schedule.seed() + 1);
                Duration pause = schedule.more() ? scale.progressTimeout().plusSeconds(3) : SHORT_HALT;
                // The others may finish without the victim: both outcomes are valid.
                Await.holds(pause, () -> outcomes.any(table));
                FaultPlan.release(cluster.faultPlans());
            }
            case FULL_DISK -> {
                DiskFiller filler = new DiskFiller(victim.disk(0));
                try {
                    filler.fill();
                    FaultPlan.release(cluster.faultPlans());
                    Await.holds(cut(), () -> outcomes.any(table));
                } finally {
                    filler.empty();
                }
            }
            case CUT_LINK -> cutLink();
            case LOSE_DATANODE -> lose();
            default -> tables.write(table, schedule.seed() + 1);
        }
    }

    private void kill() throws IOException {
        tables.write(table, schedule.seed() + 1);
        Set<Daemon> killed = new LinkedHashSet<>(List.of(daemon(schedule.fault(), victim)));
        for (Fault fault : schedule.concurrent()) {
            killed.add(daemon(fault, other));
        }
        for (Daemon daemon : killed) {
            daemon.kill();
            kills++;
        }
        for (Daemon daemon : killed) {
            daemon.start();
        }
        FaultPlan.release(cluster.faultPlans());
    }

    private Daemon daemon(Fault fault, Node node) throws IOException {
        return switch (fault) {
            case KILL_COORDINATOR -> coordinator.regionServer();
            case KILL_WORKER -> node.regionServer();
            case KILL_DATANODE -> node.dataNode(0);
            case KILL_NAMENODE -> cluster.nameNode();
            default -> throw new IllegalArgumentException("not a kill: " + fault);
        };
    }

    /** The other merges complete the file before HDFS detects the loss. */
    private void lose() throws IOException {
        tables.write(table, schedule.seed() + 1);
        Daemon lost = victim.dataNode(0);
        lost.kill();
        kills++;
        FaultPlan.release(cluster.faultPlans());
        Await.holds(scale.compacted(), () -> outcomes.any(table));
        lost.start();
    }

    private Duration cut() {
        return scale.progressTimeout().plusSeconds(4);
    }

    private void cutLink() throws IOException {
        tables.write(table, schedule.seed() + 1);
        boolean fromAll = schedule.more();
        try {
            if (fromAll) {
                victim.cutLink();
            } else {
                victim.cutFrom(coordinator);
            }
            FaultPlan.release(cluster.faultPlans());
            Await.holds(fromAll ? CUT_OFF : cut(), () -> outcomes.any(table));
        } finally {
            if (fromAll) {
                victim.healLink();
            } else {
                victim.healFrom(coordinator);
            }
        }
    }

    /** Waits until the table is compacted and all invariants hold; returns the number of compared rows. */
    long awaitFinalState() throws IOException {
        cluster.awaitHealthy();
        Await.until(table + " compacted", scale.compacted(), this::notCompacted);
        cluster.awaitHealthy();
        long rows = tables.check(table);
        // If the NameNode is unavailable when HBase commits or drops a file, the file stays until the region opens
        // again.
        List<String> clean = losesNameNode() ? List.of() : List.of(table);
        Await.until("HDFS healthy", HEALTHY, () -> {
            List<String> wrong = tables.health(clean);
            return wrong.isEmpty() ? Optional.empty() : Optional.of(wrong.toString());
        });
        Await.until("merges ended", HEALTHY, cluster::openMerges);
        return rows;
    }

    private boolean losesNameNode() {
        return schedule.fault() == Fault.KILL_NAMENODE
                || schedule.fault() == Fault.FAIL_OVER
                || schedule.concurrent().contains(Fault.KILL_NAMENODE);
    }

    /**
     * After a major compaction one new file exists. A minor compaction may leave more: the rows that a killed server had not
     * flushed become another small file, which HBase selects first. Only a compaction removes files.
     */
    private boolean isCompacted(Tables.Files files) {
        if (!schedule.minor()) {
            return files.names().size() == 1 && !inputs.containsAll(files.names());
        }
        return !files.names().containsAll(inputs) && !files.compacting();
    }

    /** Repeats the request, because HBase drops it when a server exits or a compaction fails. */
    private Optional<String> notCompacted() throws IOException {
        cluster.startDead();
        Tables.Files files = tables.files(table);
        if (isCompacted(files)) {
            return Optional.empty();
        }
        // With the new file, HBase may not have archived the old ones yet, or the server was killed before it did.
        boolean hasNew = !inputs.containsAll(files.names());
        long now = System.nanoTime();
        if (hasNew && newFileNanos == 0) {
            newFileNanos = now;
        }
        if (!files.compacting()
                && now - requestNanos > REQUEST_INTERVAL.toNanos()
                && (!hasNew || now - newFileNanos > ARCHIVE_LIMIT.toNanos())) {
            compact();
        }
        return Optional.of(files.toString());
    }
}
