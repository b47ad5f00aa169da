package org.underbase.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.TestCluster;

/**
 * Watch over a cluster during a task. HBase's client retries for a minute; the watch interrupts the task at once when a
 * daemon has exited or the disk is full.
 */
final class ClusterWatch {
    private static final Duration INTERVAL = Duration.ofMillis(500);
    /** Free space below which the next block or trace segment may not fit, in bytes. */
    private static final long MIN_FREE = 128L << 20;

    private final TestCluster cluster;
    private final Path directory;

    /**
     * @param cluster the cluster
     * @param directory directory of the cluster's files
     */
    ClusterWatch(TestCluster cluster, Path directory) {
        this.cluster = cluster;
        this.directory = directory;
    }

    /** Interruptible work with a result. */
    interface Work<T> {
        T run() throws IOException, InterruptedException;
    }

    /** Interruptible work without a result. */
    interface Task {
        void run() throws IOException, InterruptedException;
    }

    /** Runs a task without a result; see {@link #during(String, Work)}. */
    void during(String what, Task task) throws IOException, InterruptedException {
        during(what, () -> {
            task.run();
            return true;
        });
    }

    /**
     * Runs work in the calling thread.
     *
     * @param what name of the work for messages, such as "the load"
     * @param work the work
     * @return result of the work
     * @throws IOException if the work throws it or the cluster fails; the message contains the cause
     * @throws InterruptedException if another thread interrupts the calling thread
     */
    <T> T during(String what, Work<T> work) throws IOException, InterruptedException {
        Watcher watcher = new Watcher(Thread.currentThread());
        watcher.start();
        T result;
        try {
            result = work.run();
        } catch (IOException | InterruptedException | RuntimeException e) {
            String problem = watcher.end();
            if (problem.isEmpty()) {
                problem = problem().orElse("");
            }
            if (!problem.isEmpty()) {
                throw new IOException(problem + " during " + what, e);
            }
            throw e;
        }
        String problem = watcher.end();
        if (!problem.isEmpty()) {
            throw new IOException(problem + " during " + what);
        }
        return result;
    }

    private Optional<String> problem() throws IOException {
        long free = DemoDirectories.free(directory);
        if (free < MIN_FREE) {
            return Optional.of("no space left in " + directory + " (" + (free >> 20) + " MiB free)");
        }
        List<Daemon> exited =
                cluster.daemons().stream().filter(daemon -> !daemon.alive()).toList();
        return exited.isEmpty()
                ? Optional.empty()
                : Optional.of(exited.stream().map(Daemon::toString).collect(Collectors.joining(", ")) + " exited");
    }

    /** Thread that checks the cluster. */
    private final class Watcher extends Thread {
        private final Thread worker;
        private final CountDownLatch ending = new CountDownLatch(1);
        /** Empty while there is no problem. */
        private volatile String problem = "";

        private Watcher(Thread worker) {
            super("cluster-watch");
            setDaemon(true);
            this.worker = worker;
        }

        @Override
        public void run() {
            try {
                while (!ending.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                    if (!check().isEmpty()) {
                        // The same cause may end several daemons: report all of them.
                        ending.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
                        problem = check();
                        worker.interrupt();
                        return;
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private String check() {
            try {
                return problem().orElse("");
            } catch (IOException e) {
                return "cannot watch the cluster: " + e.getMessage();
            }
        }

        /** Ends the thread, which does not interrupt the worker afterwards, and returns the problem. */
        private String end() {
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
            if (interrupted && problem.isEmpty()) {
                worker.interrupt();
            }
            return problem;
        }
    }
}
