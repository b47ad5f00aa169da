package org.underbase.workload.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Shutdown hook that stops the work on Ctrl-C and delays the exit of the JVM until the result is printed. It is registered
 * with Hadoop's manager of hooks because file systems close themselves there and must do so later.
 */
final class Interrupt implements AutoCloseable {
    private static final int BEFORE_FILE_SYSTEMS = 100;
    private static final long LONGEST_SECONDS = 30;

    private final CountDownLatch printed = new CountDownLatch(1);
    private final Runnable hook;

    private Interrupt(Runnable stop) {
        hook = () -> {
            stop.run();
            try {
                printed.await(LONGEST_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
    }

    /** Registers a hook that calls {@code stop} and waits until this object is closed. */
    static Interrupt calls(Runnable stop) {
        Interrupt interrupt = new Interrupt(stop);
        ShutdownHookManager.get()
                .addShutdownHook(interrupt.hook, BEFORE_FILE_SYSTEMS, LONGEST_SECONDS + 5, TimeUnit.SECONDS);
        return interrupt;
    }

    @Override
    public void close() {
        printed.countDown();
        if (!ShutdownHookManager.get().isShutdownInProgress()) {
            ShutdownHookManager.get().removeShutdownHook(hook);
        }
    }
}
