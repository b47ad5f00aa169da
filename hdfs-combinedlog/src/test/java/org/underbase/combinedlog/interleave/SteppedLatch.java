package org.underbase.combinedlog.interleave;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Replaces {@link CountDownLatch} in instrumented classes. */
public final class SteppedLatch extends CountDownLatch {
    private long count;

    /**
     * Creates a latch.
     *
     * @param count number of calls that open it
     */
    public SteppedLatch(int count) {
        super(count);
        this.count = count;
    }

    @Override
    public void await() throws InterruptedException {
        await(Interleaving.NEVER);
    }

    @Override
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        return await(SteppedThread.current().schedule().after(unit.toNanos(time)));
    }

    private boolean await(long deadline) throws InterruptedException {
        SteppedThread me = SteppedThread.current();
        boolean woken = me.schedule().await("a latch", () -> count == 0 || me.isInterrupted(), deadline);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return woken;
    }

    @Override
    public void countDown() {
        count = Math.max(0, count - 1);
        SteppedThread.current().schedule().step();
    }

    @Override
    public long getCount() {
        SteppedThread.current().schedule().step();
        return count;
    }
}
