package org.underbase.workload.drive;

import java.util.List;

/** Runner of the phases of a workload, one at a time. Only {@link #stop} may be called from other threads. */
public final class PhaseRunner {
    private volatile boolean stopped;
    private volatile Runnable stopPhase = () -> {};

    /** Ends the running phase after the operations in flight, and every later phase at once. */
    public void stop() {
        stopped = true;
        stopPhase.run();
    }

    /**
     * Runs a phase.
     *
     * @param plan operations, pacing and bounds
     * @param clients one per thread
     * @param progress receives reports at the plan's interval
     * @param sink receives the latencies of each interval
     * @return the measurement; it contains the failure if there was one
     */
    public Measurement run(Driver.Plan plan, List<? extends Client> clients, Progress progress, HistogramSink sink) {
        Driver driver = new Driver(plan);
        stopPhase = driver::stop;
        try {
            if (stopped) {
                driver.stop();
            }
            return driver.run(clients, progress, sink);
        } finally {
            stopPhase = () -> {};
        }
    }
}
