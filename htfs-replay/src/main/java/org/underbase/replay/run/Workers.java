package org.underbase.replay.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.underbase.replay.execute.CallExecutor;
import org.underbase.replay.execute.Outcome;
import org.underbase.replay.order.OrderRules;
import org.underbase.replay.order.OrderRules.Ordered;
import org.underbase.replay.order.Pace;
import org.underbase.replay.order.Schedule;
import org.underbase.replay.order.Step;
import org.underbase.replay.trace.Operation;

/**
 * Threads that execute the calls of a schedule in real time. The thread that adds calls waits while too many have not ended, so
 * that the memory does not depend on the length of the trace. A worker has the name of the recorded thread during a call.
 */
final class Workers implements AutoCloseable {
    private static final int WINDOW = 50_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Condition room = lock.newCondition();
    private final OrderRules rules = new OrderRules();
    private final Schedule schedule;
    private final CallExecutor executor;
    private final Tally tally;
    private final ExecutorService pool;
    private final List<Future<?>> workers = new ArrayList<>();
    private final long start = System.nanoTime();
    private boolean ended;
    private boolean stopped;

    Workers(Pace pace, int threads, CallExecutor executor, Tally tally) {
        this.schedule = new Schedule(pace, threads);
        this.executor = executor;
        this.tally = tally;
        this.pool = Executors.newFixedThreadPool(threads);
        for (int i = 0; i < threads; i++) {
            workers.add(pool.submit(this::work));
        }
    }

    private long now() {
        return System.nanoTime() - start;
    }

    /** Adds the next call; returns false if the replay was stopped. */
    boolean add(Operation operation) throws InterruptedException {
        Ordered ordered = rules.next(operation);
        lock.lockInterruptibly();
        try {
            while (schedule.pending() >= WINDOW && !stopped) {
                room.await();
            }
            if (stopped) {
                return false;
            }
            schedule.add(ordered);
            changed.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until all calls have ended, or the replay was stopped.
     *
     * @param progress runs from time to time during the wait
     */
    void end(Runnable progress) throws IOException, InterruptedException {
        lock.lockInterruptibly();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        for (Future<?> worker : workers) {
            await(worker, progress);
        }
    }

    private static void await(Future<?> worker, Runnable progress) throws IOException, InterruptedException {
        while (true) {
            try {
                worker.get(1, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException e) {
                progress.run();
            } catch (ExecutionException e) {
                throw new IOException("a thread of the replay failed: " + e.getCause(), e.getCause());
            }
        }
    }

    private Void work() throws InterruptedException {
        String name = Thread.currentThread().getName();
        try {
            for (Optional<Step> next = next(); next.isPresent(); next = next()) {
                Step step = next.get();
                Thread.currentThread().setName(step.operation().event().thread());
                Outcome outcome = executor.execute(step.operation());
                finished(step, outcome);
            }
            return null;
        } finally {
            Thread.currentThread().setName(name);
            stopUnlessEnded();
        }
    }

    private Optional<Step> next() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!stopped && !(ended && schedule.pending() == 0)) {
                long now = now();
                Optional<Step> step = schedule.poll(now);
                if (step.isPresent()) {
                    // Another one may be due too.
                    changed.signal();
                    return step;
                }
                long due = schedule.nextDue();
                if (due == Long.MAX_VALUE) {
                    changed.await();
                } else {
                    changed.awaitNanos(Math.min(due - now, TimeUnit.HOURS.toNanos(1)));
                }
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private void finished(Step step, Outcome outcome) {
        long end = now();
        lock.lock();
        try {
            schedule.finish(step, end);
            stopped |= !tally.add(step, outcome);
            if (stopped || schedule.pending() < WINDOW) {
                room.signal();
            }
            if (stopped || (ended && schedule.pending() == 0)) {
                changed.signalAll();
            } else {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Lets no further call begin. */
    private void stop() {
        lock.lock();
        try {
            stopped = true;
            changed.signalAll();
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A thread that fails would leave calls that wait for it. */
    private void stopUnlessEnded() {
        lock.lock();
        try {
            if (!ended || schedule.pending() > 0) {
                stop();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Stops all threads. */
    @Override
    public void close() {
        stop();
        pool.shutdownNow();
    }
}
