package org.underbase.tier.namenode.monitor;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.namenode.registry.FilePolicy;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.TierCounts;

/**
 * Monitor that finds misplaced replicas and moves them (hatS, section III-A): it checks files, and all files below a
 * directory, immediately after a change or a degraded placement. Full scans of the namespace, periodically, after a failover
 * and after an overflow of its queues, find everything else. It works on the active NameNode outside safe mode, with limits on
 * lock time, bandwidth and number of moves. It has one thread; its other methods are thread-safe.
 */
public final class TierMonitor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TierMonitor.class);
    private static final long TICK_MILLIS = 250;

    /** Minimum time from the end of a full scan to one because of an overflow; many changes in sequence cause one. */
    private static final long OVERFLOW_PAUSE_MILLIS = 10_000;

    private final FSNamesystem namesystem;
    private final TierTopology topology;
    private final MonitorSettings settings;
    private final Mover mover;
    private final MovePlanner planner;
    private final Demoter demoter;
    private final MonitorFailures failures = new MonitorFailures();
    private final OpenFiles open = new OpenFiles();
    private final DueFiles due;
    private final MonitorLock lock;
    private final SubtreeWalks subtrees;
    private final QuotaCounter quotas;
    private final AtomicLong overflows = new AtomicLong();
    private final Thread thread = new Thread(this::run, "tier-monitor");

    private volatile boolean stopped;
    private volatile String state = "idle";
    private volatile ScanResult last = new ScanResult(0, 0, 0, 0, 0, 0);
    private volatile boolean overflowed;
    private long polledAt = System.nanoTime();

    /**
     * Result of a complete scan.
     *
     * @param number number of scans since the start
     * @param files number of files with a policy
     * @param millis duration of the scan, in milliseconds
     * @param lockNanos time under lock, in nanoseconds
     * @param misplaced number of misplaced blocks
     * @param bytes bytes of replicas to copy
     */
    public record ScanResult(long number, long files, long millis, long lockNanos, long misplaced, long bytes) {
        public double lockFraction() {
            return millis == 0 ? 0 : Math.min(1, lockNanos / 1e6 / millis);
        }
    }

    public TierMonitor(
            FSNamesystem namesystem, TierTopology topology, MonitorSettings settings, Mover mover, Demoter demoter) {
        this.namesystem = namesystem;
        this.topology = topology;
        this.settings = settings;
        this.mover = mover;
        this.demoter = demoter;
        this.planner = new MovePlanner(namesystem.getBlockManager(), topology, mover::ready, mover::capacity);
        this.lock = new MonitorLock(namesystem, topology, settings.lockFraction());
        this.due = new DueFiles(settings.queueMax());
        this.subtrees = new SubtreeWalks(
                namesystem, lock, failures, planner, () -> mover.capacity() > 0, settings.queueMax(), this::checkBelow);
        this.quotas = new QuotaCounter(namesystem, topology, lock, failures, mover::pending, settings.intervalMillis());
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** Schedules a check of a file, or of all files below a directory. Changes beyond the queue's limit are found by a scan. */
    public void look(long inode, boolean directory) {
        if (!(directory ? subtrees.add(inode) : due.now(inode))) {
            overflow();
        }
        due.wake();
    }

    /** Schedules the check of a file that a client has closed, if it was under construction at its last check. */
    public void closed(long inode) {
        if (open.remove(inode)) {
            look(inode, false);
        }
    }

    private void overflow() {
        overflows.incrementAndGet();
        overflowed = true;
    }

    private void again(long inode, long millis) {
        if (!due.again(inode, millis)) {
            overflow();
        }
    }

    public long movesOf(long inode) {
        return mover.pendingOf(inode);
    }

    /** Returns the reason why a file could not be corrected at its last check; empty if there was none. */
    public String reason(long inode, TierCounts wanted) {
        return due.reason(inode, wanted);
    }

    public ReadCache cache() {
        return demoter.cache();
    }

    /** Returns the number of a file's remembered reads, weighted by their age. */
    public double heat(String path) {
        return demoter.heat(path);
    }

    public String state() {
        return state;
    }

    public ScanResult last() {
        return last;
    }

    /** Returns the number of failed steps, such as checks of single files. */
    public long failures() {
        return failures.count();
    }

    /** Returns the number of changed subtrees with unchecked files. */
    public long subtreesPending() {
        return subtrees.pending();
    }

    /** Returns the number of changed subtrees that were checked completely. */
    public long subtreesChecked() {
        return subtrees.done();
    }

    /** Returns the number of files that were checked because of a change of a directory above. */
    public long subtreeFiles() {
        return subtrees.files();
    }

    /** Returns the number of checks that did not fit into a queue, so that a full scan followed. */
    public long overflows() {
        return overflows.get();
    }

    public HoldTimes holds() {
        return lock.times();
    }

    private boolean working() {
        return settings.enabled()
                && namesystem.getState() == HAServiceState.ACTIVE
                && !namesystem.isInSafeMode()
                && !topology.registry().empty()
                && (topology.policies().used() || topology.quotas().used() || mover.busy() || demoter.necessary());
    }

    private void run() {
        Scan scan = new Scan();
        try {
            while (!stopped) {
                try {
                    if (working()) {
                        round(scan);
                    } else {
                        state = settings.enabled() ? idleState() : "off";
                        scan = new Scan();
                        demoter.pause();
                        forget();
                    }
                } catch (RuntimeException e) {
                    failures.note("begin a round", e);
                }
                due.await(TICK_MILLIS);
            }
        } catch (InterruptedException e) {
            LOG.debug("tiers: the monitor stopped", e);
        }
    }

    /** Forgets all scheduled checks. When the NameNode is active again, it begins with a full scan. */
    private void forget() {
        if (namesystem.getState() != HAServiceState.ACTIVE) {
            subtrees.clear();
            due.clear();
            open.clear();
            quotas.forget();
        }
    }

    private String idleState() {
        if (namesystem.getState() != HAServiceState.ACTIVE) {
            return "standby";
        }
        return namesystem.isInSafeMode() ? "safe mode" : "idle";
    }

    /** Each step is independent of the failure of another. */
    private void round(Scan scan) throws InterruptedException {
        failures.guard("complete moves", this::settle);
        topology.policies().degraded().take().forEach(inode -> look(inode, false));
        topology.policies().landed().take().forEach(inode -> look(inode, false));
        closed().forEach(inode -> look(inode, false));
        failures.guard("count the use of quotas", () -> quotas.step(TICK_MILLIS));
        failures.guard("store the heat of files", demoter::keepHeat);
        failures.guard("change the cache", () -> demoter.cache().step(lock, failures));
        failures.guard("promote files", () -> demoter.promote(inode -> look(inode, false)));
        for (long inode : mover.capacity() == 0 ? List.<Long>of() : due.take(LockHold.BLOCKS)) {
            if (!failures.guard("check file " + inode, () -> lookAt(inode))) {
                unchecked(inode);
            }
        }
        failures.guard("check changed directories", () -> subtrees.step(TICK_MILLIS));
        if (scan.dueNow()) {
            state = "scanning";
            failures.guard("scan", scan::step);
        } else {
            state = "idle";
        }
    }

    /** Returns files that were under construction at their check and have been closed. */
    private List<Long> closed() {
        // Many wake-ups must not add up to more time under lock.
        if (open.isEmpty() || System.nanoTime() - polledAt < TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS)) {
            return List.of();
        }
        polledAt = System.nanoTime();
        List<Long> closed = new ArrayList<>();
        lock.hold(hold -> closed.addAll(open.closed(LockHold.BLOCKS, id -> {
            INode inode = namesystem.getFSDirectory().getInode(id);
            return inode != null && inode.isFile() && OpenFiles.isUnfinished(inode.asFile());
        })));
        return closed;
    }

    /** Checks one file, and repeats the check later until its replicas are placed. */
    private void lookAt(long id) throws InterruptedException {
        ContinuedPlan planned = new ContinuedPlan(planner);
        boolean[] done = {false};
        while (!done[0]) {
            lock.rest(lock.hold(hold -> done[0] = check(id, planned, hold)));
        }
        planned.take().ifPresent(plan -> {
            note(id, plan);
            if (plan.unsettled()) {
                again(id, plan.reason.isEmpty() ? 1000 : 10_000);
            } else if (plan.misplaced == 0) {
                demoter.demoted(id);
            }
        });
    }

    /**
     * Continues the check of a file.
     *
     * @return whether it is complete
     */
    private boolean check(long id, ContinuedPlan planned, LockHold hold) {
        INode inode = namesystem.getFSDirectory().getInode(id);
        if (inode == null || !inode.isFile()) {
            demoter.demoted(id);
            return true;
        }
        INodeFile file = inode.asFile();
        Optional<Demoter.Demotion> demotion = demoter.demotion(id);
        Optional<TierCounts> wanted = topology.policies().of(file).wanted();
        if (wanted.isEmpty() && demotion.isEmpty()) {
            return true;
        }
        if (wanted.isPresent()) {
            demoter.demoted(id);
        }
        if (OpenFiles.isUnfinished(file)) {
            open.add(id);
            return true;
        }
        return wanted.isPresent()
                ? planned.advance(file, wanted.get(), hold)
                : planned.advance(file, demotion.get(), hold);
    }

    /** Continues the check of a file below a changed directory. */
    private boolean checkBelow(INodeFile file, ContinuedPlan planned, LockHold hold) {
        long id = file.getId();
        if (!check(id, planned, hold)) {
            return false;
        }
        planned.take().ifPresent(plan -> {
            note(id, plan);
            if (plan.unsettled()) {
                again(id, 5000);
            }
        });
        return true;
    }

    private void note(long id, FilePlan plan) {
        plan.moves.forEach(mover::submit);
        due.note(id, Optional.of(plan.basis()), plan.reason);
    }

    /** Records that the check of a file failed. The next scan repeats it; an immediate repetition could fail forever. */
    private void unchecked(long id) {
        due.note(id, Optional.empty(), "the last check of the file failed: see the NameNode's log");
    }

    /** Completes or fails the moves that are finished. */
    private void settle() {
        Iterator<Mover.Running> copied = mover.copied().iterator();
        while (copied.hasNext()) {
            lock.hold(hold -> {
                while (copied.hasNext() && !hold.over()) {
                    hold.block();
                    settleGuarded(copied.next());
                }
            });
        }
        mover.expire();
    }

    private void settleGuarded(Mover.Running running) {
        try {
            settle(running);
        } catch (RuntimeException e) {
            failures.note("complete the move of " + running.move().block(), e);
        }
    }

    private void settle(Mover.Running running) {
        MoveFate fate = MoveFate.of(running.move(), namesystem.getBlockManager(), topology.registry());
        if (mover.settle(running, fate)) {
            // A failed move may fail again.
            again(running.move().file(), fate == MoveFate.DONE ? 0 : 2000);
        }
    }

    /** Sequence of scans of the namespace. */
    private final class Scan {
        private final ContinuedPlan current = new ContinuedPlan(planner);
        private NamespaceWalk walk = new NamespaceWalk(namesystem);
        private boolean running;
        private long nextAt = System.nanoTime();
        private long overflowAt = System.nanoTime();
        private long startedAt;
        private long files;
        private long lockNanos;
        private long misplaced;
        private long bytes;

        boolean dueNow() {
            return running || System.nanoTime() - nextAt >= 0 || (overflowed && System.nanoTime() - overflowAt >= 0);
        }

        /** Executes a step of the scan: holds the lock within the limits, then leaves it free for the rest of its fraction. */
        void step() throws InterruptedException {
            if (!running) {
                begin();
            }
            long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
            while (running && System.nanoTime() - deadline < 0 && !stopped) {
                long held = batch();
                if (walk.done()) {
                    end();
                } else {
                    lock.rest(held);
                }
            }
        }

        private void begin() {
            overflowed = false;
            walk = new NamespaceWalk(namesystem);
            running = true;
            startedAt = System.nanoTime();
            files = 0;
            lockNanos = 0;
            misplaced = 0;
            bytes = 0;
            demoter.beginScan();
        }

        private long batch() {
            long held = lock.hold(hold -> {
                try {
                    walk.advance(hold, file -> visit(file, hold));
                } catch (RuntimeException e) {
                    failures.note("scan a directory", e);
                    walk.skip();
                }
            });
            lockNanos += held;
            return held;
        }

        private boolean visit(INodeFile file, LockHold hold) {
            try {
                return check(file, hold);
            } catch (RuntimeException e) {
                failures.note("check file " + file.getId(), e);
                unchecked(file.getId());
                current.drop();
                return true;
            }
        }

        private boolean check(INodeFile file, LockHold hold) {
            FilePolicy policy = topology.policies().of(file);
            demoter.cache().seen(file, policy);
            if (policy.wanted().isPresent() && file.isUnderConstruction()) {
                open.add(file.getId());
            }
            if (policy.wanted().isEmpty()) {
                return !demoter.covers(file, policy) || checkDemotion(file, hold);
            }
            if (!current.advance(file, policy.wanted().get(), hold)) {
                return false;
            }
            files++;
            demoter.seen(file, policy, planned(file).leaving());
            return true;
        }

        private FilePlan planned(INodeFile file) {
            FilePlan plan = current.take().orElseThrow();
            note(file.getId(), plan);
            misplaced += plan.misplaced;
            bytes += plan.bytes;
            if (plan.unsettled()) {
                again(file.getId(), 5000);
            }
            return plan;
        }

        /** Checks a file without wanted counts while a tier is full. */
        private boolean checkDemotion(INodeFile file, LockHold hold) {
            Optional<Demoter.Demotion> demotion = demoter.demotion(file.getId());
            if (demotion.isEmpty()) {
                if (!current.advance(file, hold)) {
                    return false;
                }
                demoter.seen(file, current.take().orElseThrow().located());
                return true;
            }
            if (!current.advance(file, demotion.get(), hold)) {
                return false;
            }
            FilePlan plan = planned(file);
            if (plan.misplaced == 0) {
                demoter.demoted(file.getId());
            }
            demoter.leaving(plan.leaving());
            return true;
        }

        private void end() throws InterruptedException {
            running = false;
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedAt);
            last = new ScanResult(last.number() + 1, files, millis, lockNanos, misplaced, bytes);
            nextAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.intervalMillis());
            overflowAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(OVERFLOW_PAUSE_MILLIS);
            demoter.cache().endScan();
            demoter.endScan(inode -> look(inode, false), failures);
            LOG.debug("tiers: scanned {}", last);
        }
    }

    @Override
    public void close() {
        stopped = true;
        thread.interrupt();
        mover.close();
    }
}
