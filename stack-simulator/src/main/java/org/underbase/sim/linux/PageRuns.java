package org.underbase.sim.linux;

/** Receiver of consecutive pages of a file. */
@FunctionalInterface
interface PageRuns {
    void accept(int file, int first, int end);
}
