package org.underbase.workload.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Time limit for work; some HBase client calls have no timeout. */
final class Timebox {
    private Timebox() {}

    /** Work with a result, or a failure. */
    interface Work<T> {
        T run() throws IOException;
    }

    /**
     * Runs the work in a separate thread.
     *
     * @param what start of the message if the limit is exceeded
     * @param limit maximum duration
     * @param work the work
     * @return result of the work
     * @throws IOException if the work throws it or exceeds the limit
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
            throw new IOException(what + ": no response within " + limit.toSeconds() + " s", late);
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
