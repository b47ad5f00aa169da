package org.underbase.workload.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Gives work a time after which it is given up: some of HBase's client calls have no timeout of their own. */
final class Timebox {
    private Timebox() {}

    /** Work that may fail. */
    interface Work<T> {
        T run() throws IOException;
    }

    /**
     * Does the work in a thread of its own.
     *
     * @param what the beginning of the message when time is up
     * @throws IOException when the work throws it, or time is up
     */
    static <T> T call(String what, Duration limit, Work<T> work) throws IOException {
        FutureTask<T> task = new FutureTask<>(work::run);
        Thread worker = new Thread(task, "timebox");
        worker.setDaemon(true);
        worker.start();
        try {
            return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            task.cancel(true);
            throw new IOException(what + ": no answer for " + limit.toSeconds() + " s", late);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IOException(what + ": interrupted", stop);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException expected) {
                throw expected;
            }
            if (failed.getCause() instanceof RuntimeException unexpected) {
                throw unexpected;
            }
            throw new IOException(what + ": " + failed.getCause(), failed);
        }
    }
}
