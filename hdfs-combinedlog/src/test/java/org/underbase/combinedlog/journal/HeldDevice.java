package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Device whose calls of some name hang like in the kernel, without regard to interrupts, until the test releases them. */
final class HeldDevice extends WrappedDevice {
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger changes = new AtomicInteger();
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile String held = "";
    private volatile boolean failing;
    private volatile boolean closed;
    private volatile long fsyncNanos;

    HeldDevice(JournalDevice inner) {
        super(inner);
    }

    /** Holds the calls of a method from now on. */
    void hold(String name) {
        held = name;
    }

    /** Makes fsyncs fail from now on, after they are released. */
    void failFsyncs() {
        failing = true;
    }

    /** Sets the minimum duration of each fsync. */
    void delayFsyncs(long nanos) {
        fsyncNanos = nanos;
    }

    /** Whether the device was closed. */
    boolean isClosed() {
        return closed;
    }

    void release() {
        held = "";
        released.countDown();
    }

    /** Returns the number of calls that were held. */
    int waiting() {
        return waiting.get();
    }

    /** Returns the number of writes, creations and deletions. */
    int changes() {
        return changes.get();
    }

    @Override
    <T> T call(String name, Call<T> effect) throws IOException {
        if (name.equals(held)) {
            waiting.incrementAndGet();
            awaitRelease();
        }
        if (failing && name.equals("force")) {
            throw new IOException("Input/output error");
        }
        if (name.equals("write") || name.equals("create") || name.equals("delete")) {
            changes.incrementAndGet();
        }
        if (name.equals("force")) {
            pause();
        }
        T result = effect.run();
        closed |= name.equals("device close");
        return result;
    }

    private void pause() {
        long start = System.nanoTime();
        long left = fsyncNanos;
        while (left > 0) {
            LockSupport.parkNanos(this, left);
            left = fsyncNanos - (System.nanoTime() - start);
        }
    }

    private void awaitRelease() {
        boolean interrupted = false;
        while (released.getCount() > 0) {
            try {
                released.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
