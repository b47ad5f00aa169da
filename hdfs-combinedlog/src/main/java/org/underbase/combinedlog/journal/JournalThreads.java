package org.underbase.combinedlog.journal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Daemon threads of a journal. */
final class JournalThreads {
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    void start(String name, Runnable loop) {
        Thread thread = new Thread(loop, name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    boolean none() {
        return threads.isEmpty();
    }

    /** Waits until all threads except the caller have exited. An interrupt does not end the wait; it stays set. */
    void join() {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive() && thread != Thread.currentThread()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
