package org.underbase.tier.namenode.monitor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.RateLimiter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executor of moves, with limits on their number and bandwidth, and one move per block. A move is complete when the
 * block has no live replica on its source; the monitor checks this. A move that takes too long fails and is planned
 * again. Nothing is stored across restarts: the wanted vectors are in the namespace, and the next scan finds misplaced
 * replicas. Thread-safe.
 */
public final class Mover implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Mover.class);

    /** Pause of a source after a failure; the source is not the cause of most failures. */
    private static final long SOURCE_REST_NANOS = TimeUnit.SECONDS.toNanos(3);

    /**
     * Pause of a target after a failure. It is longer than the interval at which a file is checked, so that another
     * target is tried.
     */
    private static final long TARGET_REST_NANOS = TimeUnit.SECONDS.toNanos(15);

    /** Maximum time between a copy and the target's report of it, which a DataNode sends immediately. */
    private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Maximum number of times that a further failure doubles the pause, up to 4 minutes. */
    private static final int DOUBLINGS = 4;

    /** State of a move. */
    enum State {
        QUEUED,
        COPYING,
        COPIED,
        DONE,
        FAILED
    }

    /** Copy of a replica, complete on return. */
    @FunctionalInterface
    public interface Copier {
        void copy(BlockMove move) throws IOException;
    }

    /** Move in progress. */
    static final class Running {
        private final BlockMove move;
        private volatile State state = State.QUEUED;
        private volatile long since = System.nanoTime();

        private Running(BlockMove move) {
            this.move = move;
        }

        BlockMove move() {
            return move;
        }

        State state() {
            return state;
        }

        private void state(State next) {
            state = next;
            since = System.nanoTime();
        }
    }

    private final Supplier<Copier> copier;
    private final BooleanSupplier active;
    private final Budget budget;
    private final long timeoutNanos;
    private final int maxXceivers;
    private final int queueMax;
    private final ExecutorService threads;
    private final Map<Long, Running> byBlock = new ConcurrentHashMap<>();
    private final Map<String, Long> restUntil = new ConcurrentHashMap<>();
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();
    private final LongAdder done = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private volatile String lastError = "";

    /** Maximum rate in bytes per second; 0: unlimited. */
    record Budget(RateLimiter limiter, long bytesPerSecond) {
        static Budget of(long bytesPerSecond) {
            return new Budget(
                    RateLimiter.create(bytesPerSecond == 0 ? Double.MAX_VALUE : bytesPerSecond), bytesPerSecond);
        }

        void take(long amount) {
            if (bytesPerSecond > 0 && amount > 0) {
                limiter.acquire((int) Math.min(amount, Integer.MAX_VALUE));
            }
        }
    }

    /** @param active whether this NameNode is active */
    public Mover(
            Supplier<Copier> copier,
            BooleanSupplier active,
            long bytesPerSecond,
            int concurrent,
            long timeoutMillis,
            int maxXceivers) {
        this.copier = copier;
        this.active = active;
        this.budget = Budget.of(bytesPerSecond);
        this.timeoutNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        this.maxXceivers = maxXceivers;
        this.queueMax = Math.max(64, concurrent * 8);
        AtomicInteger number = new AtomicInteger();
        this.threads = Executors.newFixedThreadPool(concurrent, task -> {
            Thread thread = new Thread(task, "tier-move-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Returns the number of moves that can be queued at present; a later scan plans the others. */
    int capacity() {
        return Math.max(0, queueMax - byBlock.size());
    }

    /** Whether a move of a block is pending. */
    boolean pending(long block) {
        return byBlock.containsKey(block);
    }

    /** Whether a move is pending. */
    boolean busy() {
        return !byBlock.isEmpty();
    }

    /** Whether a DataNode may take part in a move: it is not busy and had no recent failure. */
    boolean ready(DatanodeDescriptor node) {
        return !resting(node.getDatanodeUuid()) && node.getXceiverCount() <= maxXceivers;
    }

    private boolean resting(String datanode) {
        Long until = restUntil.get(datanode);
        return until != null && System.nanoTime() - until < 0;
    }

    /** Queues a move, unless a move of the same block is pending or the queue is full. */
    boolean submit(BlockMove move) {
        Running running = new Running(move);
        if (capacity() == 0 || byBlock.putIfAbsent(move.block().getBlockId(), running) != null) {
            return false;
        }
        threads.execute(() -> copy(running));
        return true;
    }

    private void copy(Running running) {
        BlockMove move = running.move();
        budget.take(move.block().getNumBytes());
        if (!active.getAsBoolean()) {
            // Another NameNode is active and plans the moves.
            byBlock.remove(move.block().getBlockId(), running);
            return;
        }
        running.state(State.COPYING);
        try {
            copier.get().copy(move);
            bytes.add(move.block().getNumBytes());
            running.state(State.COPIED);
            failures.remove(move.to().getDatanodeUuid());
        } catch (IOException | RuntimeException e) {
            fail(running, e.toString());
            String target = move.to().getDatanodeUuid();
            // Concurrent failures, for example of a dead DataNode, count as one.
            if (!resting(target)) {
                int before = failures.merge(target, 1, Integer::sum) - 1;
                rest(target, TARGET_REST_NANOS << Math.min(before, DOUBLINGS));
            }
            rest(move.from().getDatanodeUuid(), SOURCE_REST_NANOS);
        }
    }

    private void rest(String datanode, long nanos) {
        restUntil.merge(datanode, System.nanoTime() + nanos, (one, other) -> one - other > 0 ? one : other);
    }

    private void fail(Running running, String why) {
        BlockMove move = running.move();
        running.state(State.FAILED);
        failed.increment();
        byBlock.remove(move.block().getBlockId(), running);
        String first = why.lines().findFirst().orElse(why);
        lastError = move.block() + " from " + move.from() + " to " + move.to() + ": " + first;
        LOG.warn("tiers: move failed: {}", lastError);
    }

    /** Returns the moves with a complete copy and a replica on the source. */
    List<Running> copied() {
        List<Running> result = new ArrayList<>();
        for (Running running : byBlock.values()) {
            if (running.state() == State.COPIED) {
                result.add(running);
            }
        }
        return result;
    }

    /**
     * Completes or fails a copied move.
     *
     * @return whether it is over
     */
    boolean settle(Running running, MoveFate fate) {
        boolean late = System.nanoTime() - running.since > Math.min(timeoutNanos, REPORT_NANOS);
        if (fate == MoveFate.DONE) {
            finished(running);
            return true;
        }
        if (fate == MoveFate.IN_VAIN || (fate == MoveFate.UNREPORTED && late)) {
            inVain(running);
            return true;
        }
        return false;
    }

    /** Completes a move: the source has no live replica. */
    private void finished(Running running) {
        running.state(State.DONE);
        done.increment();
        byBlock.remove(running.move().block().getBlockId(), running);
    }

    /** Fails a move whose copy is useless: the file has changed, or another replica was deleted. */
    private void inVain(Running running) {
        fail(running, "the file changed during the move, or another replica was deleted");
    }

    /** Fails moves that have waited too long for the deletion on their source. */
    void expire() {
        for (Running running : copied()) {
            if (System.nanoTime() - running.since > timeoutNanos) {
                fail(running, "timeout: the source still has its replica");
            }
        }
    }

    long pendingOf(long file) {
        return byBlock.values().stream()
                .filter(running -> running.move().file() == file)
                .count();
    }

    public long queued() {
        return byBlock.values().stream()
                .filter(running -> running.state() == State.QUEUED)
                .count();
    }

    public long running() {
        return byBlock.size() - queued();
    }

    public long done() {
        return done.sum();
    }

    public long failed() {
        return failed.sum();
    }

    public long bytes() {
        return bytes.sum();
    }

    public long bytesPerSecond() {
        return byBlock.isEmpty() ? 0 : budget.bytesPerSecond();
    }

    public String lastError() {
        return lastError;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
