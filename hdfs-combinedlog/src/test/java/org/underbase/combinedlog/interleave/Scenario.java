package org.underbase.combinedlog.interleave;

/**
 * Threads that share objects, with the checks of their result. Implementations have a constructor without parameters. A class
 * loader of {@link Interleaving} loads them and the classes under test with switches between threads, so they must not refer to
 * static state of a test class.
 */
@FunctionalInterface
public interface Scenario {
    /**
     * Runs in the first thread of a schedule. The schedule ends when it returns; threads that still run are discarded.
     *
     * @param threads schedule, to start other threads
     * @throws Exception if the result is wrong
     */
    void run(Interleaving threads) throws Exception;
}
