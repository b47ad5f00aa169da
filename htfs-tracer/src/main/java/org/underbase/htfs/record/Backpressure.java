package org.underbase.htfs.record;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.underbase.htfs.format.Drops;

/** The wait of calls for memory, up to a deadline. Thread-safe. */
final class Backpressure implements Ring.Waker {
    private static final long STEP_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    /** State of the thread that empties the rings. */
    interface Consumer {
        /** Wakes it if it is parked. */
        void wake();

        /** Whether memory will become free soon: it is alive, is not closing, and its last write succeeded. */
        boolean working();

        /** Whether its last write failed. */
        boolean failing();

        /** Counts a call that ends after the recording, and the bytes that it moved. */
        void ended(long bytes);
    }

    private final Supplier<LiveSettings> live;
    private final Consumer consumer;
    private final LongSupplier clock;
    private final LongConsumer sleep;
    private final AtomicLong longest = new AtomicLong();

    Backpressure(Supplier<LiveSettings> live, Consumer consumer) {
        this(live, consumer, System::nanoTime, Backpressure::sleep);
    }

    /**
     * @param live current settings
     * @param consumer the thread that empties the rings
     * @param clock clock in nanoseconds
     * @param sleep waits for a number of nanoseconds or less
     */
    Backpressure(Supplier<LiveSettings> live, Consumer consumer, LongSupplier clock, LongConsumer sleep) {
        this.live = live;
        this.consumer = consumer;
        this.clock = clock;
        this.sleep = sleep;
    }

    @Override
    public void wake() {
        consumer.wake();
    }

    @Override
    public boolean collapses() {
        return live.get().full() == LiveSettings.Full.COLLAPSE;
    }

    @Override
    public boolean blocks() {
        return live.get().full() == LiveSettings.Full.BLOCK && consumer.working();
    }

    @Override
    public long now() {
        return clock.getAsLong();
    }

    @Override
    public boolean block(long since) {
        if (!blocks()) {
            return false;
        }
        long waited = clock.getAsLong() - since;
        longest.accumulateAndGet(waited, Math::max);
        long left = live.get().deadlineNanos() - waited;
        if (left <= 0) {
            return false;
        }
        consumer.wake();
        sleep.accept(Math.min(left, STEP_NANOS));
        return true;
    }

    @Override
    public Drops.Cause cause() {
        return consumer.failing() ? Drops.Cause.WRITE_ERROR : Drops.Cause.RING_FULL;
    }

    @Override
    public void ended(long bytes) {
        consumer.ended(bytes);
    }

    /** Returns the longest wait of a call so far, in nanoseconds. */
    long longestNanos() {
        return longest.get();
    }

    private static void sleep(long nanos) {
        LockSupport.parkNanos(nanos);
        if (Thread.currentThread().isInterrupted()) {
            // A park returns at once when interrupted. The interrupt belongs to the application and stays set.
            Thread.onSpinWait();
        }
    }
}
