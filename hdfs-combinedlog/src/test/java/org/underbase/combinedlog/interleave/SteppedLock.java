package org.underbase.combinedlog.interleave;

import java.util.ArrayDeque;
import java.util.Date;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Replaces {@link ReentrantLock} and monitors in instrumented classes. */
public final class SteppedLock extends ReentrantLock {
    private static final long serialVersionUID = 1;

    private transient SteppedThread owner;
    private transient int holds;

    @Override
    public void lock() {
        SteppedThread me = SteppedThread.current();
        me.schedule().await("a lock", () -> owner == null || owner == me);
        owner = me;
        holds++;
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        throw new UnsupportedOperationException("lockInterruptibly");
    }

    @Override
    public boolean tryLock() {
        SteppedThread me = SteppedThread.current();
        me.schedule().step();
        if (owner != null && owner != me) {
            return false;
        }
        owner = me;
        holds++;
        return true;
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) {
        SteppedThread me = SteppedThread.current();
        Interleaving schedule = me.schedule();
        if (!schedule.await("a lock", () -> owner == null || owner == me, schedule.after(unit.toNanos(time)))) {
            return false;
        }
        owner = me;
        holds++;
        return true;
    }

    @Override
    public void unlock() {
        SteppedThread me = SteppedThread.current();
        if (owner != me) {
            if (me.schedule().isStopping()) {
                // The thread is unwound from within a boundary.
                return;
            }
            throw new IllegalMonitorStateException("the lock is not held by " + me.getName());
        }
        holds--;
        if (holds == 0) {
            owner = null;
            me.schedule().step();
        }
    }

    @Override
    public boolean isHeldByCurrentThread() {
        return owner == Thread.currentThread();
    }

    @Override
    public Condition newCondition() {
        return new SteppedCondition();
    }

    private final class SteppedCondition implements Condition {
        private final Deque<Waiting> queue = new ArrayDeque<>();

        private static final class Waiting {
            private boolean signaled;
        }

        /** Returns whether the thread was signaled, or interrupted if that ends the wait. */
        private boolean waitForSignal(long deadline, boolean interruptible) {
            SteppedThread me = SteppedThread.current();
            Interleaving schedule = me.schedule();
            if (owner != me) {
                throw new IllegalMonitorStateException("the lock is not held by " + me.getName());
            }
            Waiting waiting = new Waiting();
            queue.add(waiting);
            int held = holds;
            holds = 0;
            owner = null;
            boolean spurious = schedule.isSpurious();
            try {
                return schedule.await(
                        "a signal",
                        () -> waiting.signaled || spurious || (interruptible && me.isInterrupted()),
                        deadline);
            } finally {
                queue.remove(waiting);
                if (!schedule.isStopping()) {
                    schedule.await("a lock after a signal", () -> owner == null);
                    owner = me;
                    holds = held;
                }
            }
        }

        private static void throwIfInterrupted() throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }

        @Override
        public void await() throws InterruptedException {
            waitForSignal(Interleaving.NEVER, true);
            throwIfInterrupted();
        }

        @Override
        public void awaitUninterruptibly() {
            waitForSignal(Interleaving.NEVER, false);
        }

        @Override
        public long awaitNanos(long nanos) throws InterruptedException {
            Interleaving schedule = SteppedThread.current().schedule();
            long deadline = schedule.after(nanos);
            waitForSignal(deadline, true);
            throwIfInterrupted();
            return deadline - schedule.nanoTime();
        }

        @Override
        public boolean await(long time, TimeUnit unit) throws InterruptedException {
            boolean signaled = waitForSignal(SteppedThread.current().schedule().after(unit.toNanos(time)), true);
            throwIfInterrupted();
            return signaled;
        }

        @Override
        public boolean awaitUntil(Date deadline) {
            throw new UnsupportedOperationException("awaitUntil");
        }

        @Override
        public void signal() {
            for (Waiting waiting : queue) {
                if (!waiting.signaled) {
                    waiting.signaled = true;
                    return;
                }
            }
        }

        @Override
        public void signalAll() {
            queue.forEach(waiting -> waiting.signaled = true);
        }
    }
}
