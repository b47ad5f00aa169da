package org.underbase.combinedlog.interleave;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Replaces {@link ReentrantReadWriteLock} in instrumented classes. Like the lock of the JDK, it may let a new reader wait for a
 * waiting writer; the seed decides.
 */
public final class SteppedReadWriteLock extends ReentrantReadWriteLock {
    private static final long serialVersionUID = 1;

    private final transient Map<SteppedThread, Integer> readers = new HashMap<>();
    private transient SteppedThread writer;
    private transient int writeHolds;
    private transient int waitingWriters;

    @Override
    public ReadLock readLock() {
        return new SteppedReadLock();
    }

    @Override
    public WriteLock writeLock() {
        return new SteppedWriteLock();
    }

    private static void checkHeld(boolean held, SteppedThread me) {
        if (!held && !me.schedule().isStopping()) {
            throw new IllegalMonitorStateException("the lock is not held by " + me.getName());
        }
    }

    private final class SteppedReadLock extends ReadLock {
        private static final long serialVersionUID = 1;

        SteppedReadLock() {
            super(SteppedReadWriteLock.this);
        }

        @Override
        public void lock() {
            SteppedThread me = SteppedThread.current();
            boolean yields = me.schedule().coin() && !readers.containsKey(me) && writer != me;
            me.schedule()
                    .await("a read lock", () -> (writer == null || writer == me) && !(yields && waitingWriters > 0));
            readers.merge(me, 1, Integer::sum);
        }

        @Override
        public void unlock() {
            SteppedThread me = SteppedThread.current();
            checkHeld(readers.containsKey(me), me);
            readers.computeIfPresent(me, (thread, holds) -> holds == 1 ? null : holds - 1);
            me.schedule().step();
        }
    }

    private final class SteppedWriteLock extends WriteLock {
        private static final long serialVersionUID = 1;

        SteppedWriteLock() {
            super(SteppedReadWriteLock.this);
        }

        @Override
        public void lock() {
            SteppedThread me = SteppedThread.current();
            waitingWriters++;
            try {
                me.schedule().await("a write lock", () -> writer == me || (writer == null && readers.isEmpty()));
            } finally {
                waitingWriters--;
            }
            writer = me;
            writeHolds++;
        }

        @Override
        public void unlock() {
            SteppedThread me = SteppedThread.current();
            checkHeld(writer == me, me);
            if (writer == me && --writeHolds == 0) {
                writer = null;
            }
            me.schedule().step();
        }
    }
}
