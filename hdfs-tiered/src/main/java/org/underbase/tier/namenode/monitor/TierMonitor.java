package org.underbase.tier.namenode.monitor;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.namenode.registry.FilePolicy;
import org.underbase.tier.namenode.registry.LiveReplica;
import org.underbase.tier.namenode.retrieval.TierTopology;
import org.underbase.tier.policy.TierCounts;

/**
 * Monitor that finds misplaced replicas and moves them (hatS, section III-A): it checks files immediately after a
 * change or a degraded placement, and all other files by continuous scans of the namespace. It works on the active
 * NameNode outside safe mode, with limits on lock time, bandwidth and number of moves. It has one thread; its other
 * methods are thread-safe.
 */
public final class TierMonitor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TierMonitor.class);
    private static final long TICK_MILLIS = 250;
    private static final int REMEMBERED = 10_000;

    private final FSNamesystem namesystem;
    private final TierTopology topology;
    private final MonitorSettings settings;
    private final Mover mover;
    private final MovePlanner planner;
    private final Demoter demoter;
    private final MonitorFailures failures = new MonitorFailures();
    private final OpenFiles open = new OpenFiles();
    private final HoldTimes holds = new HoldTimes();
    private final Thread thread = new Thread(this::run, "tier-monitor");

    private final ReentrantLock lock = new ReentrantLock();
    private final Semaphore wake = new Semaphore(0);
    private final Map<Long, Long> due = new LinkedHashMap<>();
    private final Map<Long, String> reasons = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, String> eldest) {
            return size() > REMEMBERED;
        }
    };

    private volatile boolean stopped;
    private volatile String state = "idle";
    private volatile ScanResult last = new ScanResult(0, 0, 0, 0, 0, 0);
    private volatile boolean scanNow;

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
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** Schedules a check of a file. Directories, and files beyond the limit of the queue, are checked by a scan. */
    public void look(long inode, boolean directory) {
        lock.lock();
        try {
            if (directory || (due.size() >= REMEMBERED && !due.containsKey(inode))) {
                scanNow = true;
            } else {
                due.put(inode, System.nanoTime());
            }
        } finally {
            lock.unlock();
        }
        wake.release();
    }

    public long movesOf(long inode) {
        return mover.pendingOf(inode);
    }

    /** Returns the reason why a file could not be corrected at its last check; empty if there was none. */
    public String reason(long inode) {
        lock.lock();
        try {
            return reasons.getOrDefault(inode, "");
        } finally {
            lock.unlock();
        }
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

    public HoldTimes holds() {
        return holds;
    }

    private boolean working() {
        return settings.enabled()
                && namesystem.getState() == HAServiceState.ACTIVE
                && !namesystem.isInSafeMode()
                && !topology.registry().empty()
                && (topology.policies().used() || mover.busy() || demoter.necessary());
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
                    }
                } catch (RuntimeException e) {
                    failures.note("begin a round", e);
                }
                pause(TICK_MILLIS);
            }
        } catch (InterruptedException e) {
            LOG.debug("tiers: the monitor stopped", e);
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
        closed().forEach(inode -> look(inode, false));
        failures.guard("promote files", () -> demoter.promote(inode -> look(inode, false)));
        for (long inode : takeDue()) {
            if (!failures.guard("check file " + inode, () -> lookAt(inode))) {
                unchecked(inode);
            }
        }
        if (scan.dueNow()) {
            state = "scanning";
            failures.guard("scan", scan::step);
        } else {
            state = "idle";
        }
    }

    /** Returns files that were under construction at their check and have been closed. */
    private List<Long> closed() {
        if (open.isEmpty()) {
            return List.of();
        }
        List<Long> closed = new ArrayList<>();
        locked(hold -> closed.addAll(open.closed(LockHold.BLOCKS, id -> {
            INode inode = namesystem.getFSDirectory().getInode(id);
            return inode != null && inode.isFile() && inode.asFile().isUnderConstruction();
        })));
        return closed;
    }

    /** Leaves the lock free for the rest of its allowed fraction. */
    private void rest(long heldNanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep((long) (heldNanos * (1 / settings.lockFraction() - 1)));
    }

    private List<Long> takeDue() {
        List<Long> now = new ArrayList<>();
        if (mover.capacity() == 0) {
            return now;
        }
        lock.lock();
        try {
            long time = System.nanoTime();
            due.entrySet().removeIf(entry -> {
                boolean ready = entry.getValue() - time <= 0 && now.size() < LockHold.BLOCKS;
                if (ready) {
                    now.add(entry.getKey());
                }
                return ready;
            });
        } finally {
            lock.unlock();
        }
        return now;
    }

    private void again(long inode, long millis) {
        lock.lock();
        try {
            if (due.size() < REMEMBERED) {
                due.putIfAbsent(inode, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Executes work under the namesystem's read lock.
     *
     * @return time under lock, in nanoseconds
     */
    private long locked(Consumer<LockHold> work) {
        // Rebuilds the index, if necessary, while the lock is free.
        topology.index();
        long collections = HoldTimes.collections();
        namesystem.readLock();
        LockHold hold = new LockHold(LockHold.BLOCKS, System::nanoTime);
        long nanos;
        try {
            work.accept(hold);
        } finally {
            nanos = hold.nanos();
            namesystem.readUnlock("tierMonitor");
        }
        holds.record(hold, nanos, HoldTimes.collections() != collections);
        return nanos;
    }

    /** Checks one file, and repeats the check later until its replicas are placed. */
    private void lookAt(long id) throws InterruptedException {
        ContinuedPlan planned = new ContinuedPlan(planner);
        boolean[] done = {false};
        while (!done[0]) {
            rest(locked(hold -> done[0] = check(id, planned, hold)));
        }
        planned.take().ifPresent(plan -> {
            note(id, plan);
            if (plan.misplaced > 0) {
                again(id, plan.reason.isEmpty() ? 1000 : 10_000);
            } else {
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
        if (file.isUnderConstruction()) {
            open.add(id);
            return true;
        }
        return wanted.isPresent()
                ? planned.advance(file, wanted.get(), hold)
                : planned.advance(file, demotion.get(), hold);
    }

    private void note(long id, FilePlan plan) {
        plan.moves.forEach(mover::submit);
        note(id, plan.reason);
    }

    /** Records that the check of a file failed. The next scan repeats it; an immediate repetition could fail forever. */
    private void unchecked(long id) {
        note(id, "the last check of the file failed: see the NameNode's log");
    }

    private void note(long id, String reason) {
        lock.lock();
        try {
            if (reason.isEmpty()) {
                reasons.remove(id);
            } else {
                reasons.put(id, reason);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Completes or fails the moves that are finished. */
    private void settle() {
        Iterator<Mover.Running> copied = mover.copied().iterator();
        while (copied.hasNext()) {
            locked(hold -> {
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
        Fate fate = fate(running.move());
        if (fate == Fate.DONE) {
            mover.finished(running);
        } else if (fate == Fate.IN_VAIN) {
            mover.inVain(running);
        }
        if (fate != Fate.OPEN) {
            // A failed move may fail again.
            again(running.move().file(), fate == Fate.DONE ? 0 : 2000);
        }
    }

    private enum Fate {
        /** The target's replica is not reported yet, or the source's is not deleted yet. */
        OPEN,
        /** The source has no replica any more. */
        DONE,
        /** The file has changed, or another replica than the source's was deleted. */
        IN_VAIN
    }

    private Fate fate(BlockMove move) {
        BlockManager blocks = namesystem.getBlockManager();
        BlockInfo block = blocks.getStoredBlock(move.block());
        if (block == null) {
            return Fate.DONE;
        }
        if (block.getGenerationStamp() != move.block().getGenerationStamp()) {
            return Fate.IN_VAIN;
        }
        boolean onSource = false;
        boolean onTarget = false;
        for (DatanodeStorageInfo storage : blocks.getStorages(block)) {
            DatanodeDescriptor node = storage.getDatanodeDescriptor();
            boolean counts = !blocks.isExcess(node, block);
            onSource |= counts && node.equals(move.from());
            onTarget |= node.equals(move.to());
        }
        if (!onSource) {
            return Fate.DONE;
        }
        boolean excess = LiveReplica.of(blocks, topology.registry(), block).size() > block.getReplication();
        return onTarget && !excess ? Fate.IN_VAIN : Fate.OPEN;
    }

    /** Waits until a file or the check of running moves is due. */
    private void pause(long millis) throws InterruptedException {
        if (wake.tryAcquire(millis, TimeUnit.MILLISECONDS)) {
            wake.drainPermits();
        }
    }

    /** Sequence of scans of the namespace. */
    private final class Scan {
        private final ContinuedPlan current = new ContinuedPlan(planner);
        private NamespaceWalk walk = new NamespaceWalk(namesystem);
        private boolean running;
        private long nextAt = System.nanoTime();
        private long startedAt;
        private long files;
        private long lockNanos;
        private long misplaced;
        private long bytes;

        boolean dueNow() {
            return running || scanNow || System.nanoTime() - nextAt >= 0;
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
                    rest(held);
                }
            }
        }

        private void begin() {
            scanNow = false;
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
            long held = locked(hold -> {
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
            if (plan.misplaced > 0) {
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
