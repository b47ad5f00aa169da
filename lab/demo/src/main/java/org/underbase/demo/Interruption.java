package org.underbase.demo;

import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;

/**
 * Output after Ctrl-C: one line. A separate shutdown hook removes the cluster; the failures that this causes in the demo are
 * not reported.
 */
final class Interruption implements AutoCloseable {
    private final PrintWriter err;
    private final Thread hook = new Thread(this::report, "demo-interrupted");
    private volatile boolean ending;

    private Interruption(PrintWriter err) {
        this.err = err;
    }

    /** Registers the hook until this object is closed. */
    static Interruption watch(PrintWriter err) {
        Interruption interruption = new Interruption(err);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    private void report() {
        ending = true;
        err.println("underbase: demo: interrupted, the cluster is being removed");
        err.flush();
    }

    /** Blocks if this JVM is shutting down; otherwise returns at once. */
    void awaitEnd() throws InterruptedException {
        if (ending) {
            new CountDownLatch(1).await();
        }
    }

    @Override
    public void close() {
        if (!ending) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The JVM has just begun to shut down; the hook reports it.
                ending = true;
            }
        }
    }
}
