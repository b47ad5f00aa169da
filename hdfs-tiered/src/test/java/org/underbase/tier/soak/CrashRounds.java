package org.underbase.tier.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.Daemon;

/** Rounds on one cluster: wanted vectors change, daemons are killed, and finally all invariants must hold. */
final class CrashRounds implements AutoCloseable {
    private static final int MAX_KILLS = 4;
    private static final int MAX_REASSIGNMENTS = 10;
    private static final Duration CHANGE_LIMIT = Duration.ofMinutes(10);

    private final TierCluster cluster;
    private final Random random;
    private final Counters counters;
    private final ProgressLine progress;
    private final ReplicaFloorMonitor watch;
    private final SoakFiles files;
    private final InjectedCrash crash;
    private final FinalStateCheck finalState;
    private final QuotaCheck quota;
    private final ExecutorService changer = Executors.newSingleThreadExecutor(task -> new Thread(task, "soak-changer"));
    private final Deque<Fault> pending = new ArrayDeque<>();

    CrashRounds(TierCluster cluster, Random random, Counters counters, ProgressLine progress) {
        this.cluster = cluster;
        this.random = random;
        this.counters = counters;
        this.progress = progress;
        this.watch = new ReplicaFloorMonitor(cluster.disks());
        this.files = new SoakFiles(cluster, watch, counters);
        this.crash = new InjectedCrash(cluster, files, counters);
        this.finalState = new FinalStateCheck(cluster, files, counters);
        this.quota = new QuotaCheck(cluster, files, counters);
    }

    /** Runs rounds until the given number of processes has been killed. */
    void run(int kills) throws IOException, InterruptedException, Violation {
        watch.start();
        files.begin(random);
        quota.set();
        int until = counters.kills() + kills;
        while (counters.kills() < until) {
            round(Math.min(until - counters.kills(), 1 + random.nextInt(MAX_KILLS)));
        }
    }

    private void round(int kills) throws IOException, InterruptedException, Violation {
        quota.begin();
        files.fill(random);
        files.watchAll();
        int until = counters.kills() + kills;
        while (counters.kills() < until) {
            crash();
        }
        cluster.awaitComplete();
        finalState.await();
        quota.check();
        watch.check();
        Daemon nameNode = cluster.daemons().nameNode();
        counters.moves(nameNode.pid().orElseThrow(), cluster.tiers().status());
        counters.add(Counters.Count.ROUNDS);
        progress.step("consistent after " + counters.kills() + " kills: "
                + files.files().size() + " files checked");
    }

    /** Changes wanted vectors or lets a file land, waits for a move, and injects a fault while a client changes files. */
    private void crash() throws IOException, InterruptedException, Violation {
        List<Disks.Unfinished> copies = List.of();
        for (int i = 0; copies.isEmpty(); i++) {
            if (i == MAX_REASSIGNMENTS) {
                throw new Violation("no move starts after changes of the wanted vectors: "
                        + cluster.tiers().status());
            }
            if (random.nextInt(3) == 0) {
                files.land(random);
            } else {
                files.reassign(random);
            }
            copies = crash.awaitMove();
        }
        Fault fault = draw();
        Optional<InjectedCrash.Aim> aim = crash.aim(fault, copies, random);
        if (aim.isEmpty()) {
            pending.addLast(fault);
            return;
        }
        Random separate = new Random(random.nextLong());
        Future<?> changing = changer.submit(() -> {
            for (int i = separate.nextInt(4); i > 0; i--) {
                files.changeAny(separate);
            }
            return null;
        });
        try {
            String hit = crash.hit(aim.get());
            counters.add(fault);
            counters.add(Counters.Count.COPIES_HIT, copies.size());
            progress.step((fault.kill() ? "kill " + counters.kills() + ": " : "") + fault.label() + " " + hit + ", "
                    + copies.size() + " replicas in copy");
        } finally {
            join(changing);
        }
        watch.check();
    }

    private static void join(Future<?> changing) throws IOException, InterruptedException, Violation {
        try {
            changing.get(CHANGE_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new Violation("a client call hangs", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Violation violation) {
                throw violation;
            }
            if (e.getCause() instanceof IOException fault) {
                throw fault;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Draws a kind of fault; every kind comes once before one repeats. */
    private Fault draw() {
        if (pending.isEmpty()) {
            List<Fault> all = new ArrayList<>(List.of(Fault.values()));
            if (!cluster.highlyAvailable()) {
                all.remove(Fault.FAILOVER);
            }
            Collections.shuffle(all, random);
            pending.addAll(all);
        }
        return pending.removeFirst();
    }

    /** Copies the daemons' logs. */
    void collectLogs(Path target) throws IOException {
        cluster.daemons().collectLogs(target);
    }

    @Override
    public void close() {
        changer.shutdownNow();
        counters.add(Counters.Count.DISK_SCANS, watch.scans());
        watch.close();
    }
}
