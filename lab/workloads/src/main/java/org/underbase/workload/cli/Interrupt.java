package org.underbase.workload.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Makes Ctrl-C end the work in order: the work is asked to stop, and the JVM goes on living until what was measured is
 * printed. Hadoop's manager of hooks is used, because file systems close themselves by it and must do so later.
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
            } catch (InterruptedException hurry) {
                Thread.currentThread().interrupt();
            }
        };
    }

    /** From now on until it is closed, Ctrl-C calls {@code stop} and waits for the close. */
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
