package org.underbase.bench.soak.tiers;

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
import org.underbase.bench.soak.finding.Finding;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.Daemon;

/** Rounds on one cluster: files are told to be elsewhere, daemons are killed, all must come right in the end. */
final class Rounds implements AutoCloseable {
    private static final int MOST_KILLS = 4;
    private static final int DEALS = 10;
    private static final Duration MEDDLING = Duration.ofMinutes(10);

    private final TierCluster cluster;
    private final Random random;
    private final Tally tally;
    private final ProgressLine progress;
    private final FloorWatch watch;
    private final SoakFiles files;
    private final Strike strike;
    private final Settlement settlement;
    private final ExecutorService meddler = Executors.newSingleThreadExecutor(task -> new Thread(task, "soak-meddler"));
    private final Deque<Event> deck = new ArrayDeque<>();

    Rounds(TierCluster cluster, Random random, Tally tally, ProgressLine progress) {
        this.cluster = cluster;
        this.random = random;
        this.tally = tally;
        this.progress = progress;
        this.watch = new FloorWatch(cluster.disks());
        this.files = new SoakFiles(cluster, watch, tally);
        this.strike = new Strike(cluster, files, tally);
        this.settlement = new Settlement(cluster, files, tally);
    }

    /** Runs rounds until that many processes have been killed. */
    void run(int kills) throws IOException, InterruptedException, Finding {
        watch.start();
        files.begin(random);
        int until = tally.kills() + kills;
        while (tally.kills() < until) {
            round(Math.min(until - tally.kills(), 1 + random.nextInt(MOST_KILLS)));
        }
    }

    private void round(int kills) throws IOException, InterruptedException, Finding {
        files.fill(random);
        files.watchAll();
        int until = tally.kills() + kills;
        while (tally.kills() < until) {
            blow();
        }
        cluster.awaitWhole();
        settlement.await();
        watch.check();
        Daemon nameNode = cluster.daemons().nameNode();
        tally.moves(nameNode.pid().orElseThrow(), cluster.tiers().status());
        tally.add(Tally.Count.ROUNDS);
        progress.step(
                "settled after " + tally.kills() + " kills: " + files.files().size() + " files are right");
    }

    /** Deals, waits for a move, lets an event happen in it while files are changed. */
    private void blow() throws IOException, InterruptedException, Finding {
        List<Disks.Unfinished> copies = List.of();
        for (int i = 0; copies.isEmpty(); i++) {
            if (i == DEALS) {
                throw new Finding("no replica is moved, whatever the files are told: "
                        + cluster.tiers().status());
            }
            files.deal(random);
            copies = strike.awaitMove();
        }
        Event event = draw();
        Optional<Strike.Aim> aim = strike.aim(event, copies, random);
        if (aim.isEmpty()) {
            deck.addLast(event);
            return;
        }
        Random own = new Random(random.nextLong());
        Future<?> meddling = meddler.submit(() -> {
            for (int i = own.nextInt(4); i > 0; i--) {
                files.meddle(own);
            }
            return null;
        });
        try {
            String hit = strike.hit(aim.get());
            tally.add(event);
            progress.step((event.kill() ? "kill " + tally.kills() + ": " : "") + event.said() + " " + hit + ", "
                    + copies.size() + " replicas half copied");
        } finally {
            join(meddling);
        }
        watch.check();
    }

    private static void join(Future<?> meddling) throws IOException, InterruptedException, Finding {
        try {
            meddling.get(MEDDLING.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new Finding("a client's call hangs", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Finding finding) {
                throw finding;
            }
            if (e.getCause() instanceof IOException fault) {
                throw fault;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Every kind of event comes once before one comes again. */
    private Event draw() {
        if (deck.isEmpty()) {
            List<Event> all = new ArrayList<>(List.of(Event.values()));
            if (!cluster.highlyAvailable()) {
                all.remove(Event.FAILOVER);
            }
            Collections.shuffle(all, random);
            deck.addAll(all);
        }
        return deck.removeFirst();
    }

    /** Copies the daemons' logs. */
    void collectLogs(Path target) throws IOException {
        cluster.daemons().collectLogs(target);
    }

    @Override
    public void close() {
        meddler.shutdownNow();
        tally.add(Tally.Count.LOOKS_AT_DISKS, watch.looks());
        watch.close();
    }
}
