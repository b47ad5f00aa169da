package org.underbase.demo;

import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;

/**
 * What Ctrl-C looks like to a person: one line. The cluster removes itself by a hook of its own; what fails in the
 * demonstration because of that is not worth a word.
 */
final class Interruption implements AutoCloseable {
    private final PrintWriter err;
    private final Thread hook = new Thread(this::told, "demo-interrupted");
    private volatile boolean ending;

    private Interruption(PrintWriter err) {
        this.err = err;
    }

    /** From now on until it is closed. */
    static Interruption watch(PrintWriter err) {
        Interruption interruption = new Interruption(err);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    private void told() {
        ending = true;
        err.println("underbase: demo: interrupted, the cluster is being removed");
        err.flush();
    }

    /** Returns at once, unless this JVM is ending: then never. */
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
                // The JVM has begun to end this moment; the hook says so.
                ending = true;
            }
        }
    }
}
