package org.underbase.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Looks after a cluster while something is done with it. HBase's client tries for a minute before it gives up; a daemon
 * that died, or a full disk, is to be told at once.
 */
final class Watch {
    private static final Duration EVERY = Duration.ofMillis(500);
    /** Below this, the next block or segment of the trace may not fit any more. */
    private static final long LEAST_FREE = 128L << 20;

    private final Supplier<Optional<String>> dead;
    private final Path directory;

    /**
     * Looks after a cluster.
     *
     * @param dead tells which of its daemons do not run although they should
     * @param directory that it lives in
     */
    Watch(Supplier<Optional<String>> dead, Path directory) {
        this.dead = dead;
        this.directory = directory;
    }

    /** Work that is watched; it ends when its thread is interrupted. */
    interface Work<T> {
        T run() throws IOException, InterruptedException;
    }

    /** The same without a result. */
    interface Task {
        void run() throws IOException, InterruptedException;
    }

    /** As {@link #during(String, Work)}. */
    void during(String what, Task task) throws IOException, InterruptedException {
        during(what, () -> {
            task.run();
            return true;
        });
    }

    /**
     * Does the work in the calling thread.
     *
     * @param what it is, for messages, such as "the load"
     * @throws IOException when the work throws it, or the cluster cannot go on; the message says which
     * @throws InterruptedException when the calling thread is interrupted by anybody else
     */
    <T> T during(String what, Work<T> work) throws IOException, InterruptedException {
        Guard guard = new Guard(Thread.currentThread());
        guard.start();
        T result;
        try {
            result = work.run();
        } catch (IOException | InterruptedException | RuntimeException e) {
            Optional<String> why = guard.end();
            if (why.isEmpty()) {
                why = trouble();
            }
            if (why.isPresent()) {
                throw new IOException(why.get() + " during " + what, e);
            }
            throw e;
        }
        Optional<String> why = guard.end();
        if (why.isPresent()) {
            throw new IOException(why.get() + " during " + what);
        }
        return result;
    }

    private Optional<String> trouble() throws IOException {
        long free = Places.free(directory);
        if (free < LEAST_FREE) {
            return Optional.of("no space left in " + directory + " (" + (free >> 20) + " MiB free)");
        }
        return dead.get().map(daemons -> daemons + " ended");
    }

    /** The thread that looks. */
    private final class Guard extends Thread {
        private final Thread worker;
        private final CountDownLatch ending = new CountDownLatch(1);
        private volatile Optional<String> why = Optional.empty();

        private Guard(Thread worker) {
            super("watch");
            setDaemon(true);
            this.worker = worker;
        }

        @Override
        public void run() {
            try {
                while (!ending.await(EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                    if (look().isPresent()) {
                        // What takes one daemon may take others at the same moment: tell of all.
                        ending.await(EVERY.toMillis(), TimeUnit.MILLISECONDS);
                        why = look();
                        worker.interrupt();
                        return;
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private Optional<String> look() {
            try {
                return trouble();
            } catch (IOException e) {
                return Optional.of("the cluster cannot be watched: " + e.getMessage());
            }
        }

        /** Ends the thread; afterwards it interrupts nobody. Returns what it found. */
        private Optional<String> end() {
            ending.countDown();
            boolean interrupted = Thread.interrupted();
            while (isAlive()) {
                try {
                    join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            interrupted |= Thread.interrupted();
            if (interrupted && why.isEmpty()) {
                worker.interrupt();
            }
            return why;
        }
    }
}
