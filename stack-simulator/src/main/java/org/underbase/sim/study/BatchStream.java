package org.underbase.sim.study;

import java.util.List;

/** Stream of batches to simulations: one batch is filled while another one is simulated. */
final class BatchStream {
    private final Workers workers;
    private final List<? extends Simulation> simulations;
    private Batch filling = new Batch(Batch.SIZE);
    private Batch other = new Batch(Batch.SIZE);

    BatchStream(Workers workers, List<? extends Simulation> simulations) {
        this.workers = workers;
        this.simulations = simulations;
    }

    void add(long time, int code, int file, int offset, int length, int distance, int falling) {
        if (filling.add(time, code, file, offset, length, distance, falling)) {
            flush();
        }
    }

    /** Begins another part of the time. */
    void phase(Slices slices) {
        flush();
        filling.start = slices.start();
        filling.slice = slices.number();
        filling.measured = slices.measured();
    }

    private void flush() {
        if (simulations.isEmpty()) {
            filling.count = 0;
            return;
        }
        Batch full = filling;
        // The workers simulate one batch at a time, so that the other one is free then.
        workers.start(full, simulations);
        filling = other;
        other = full;
        filling.count = 0;
        filling.start = full.start;
        filling.slice = full.slice;
        filling.measured = full.measured;
    }

    void finish() {
        flush();
        workers.await();
        simulations.forEach(Simulation::finish);
    }
}
