package org.underbase.sim.study;

/** Receiver of requests in the order of their time. Simulations are independent of each other and may run concurrently. */
interface Simulation {
    /** Simulates the requests of a batch. */
    void accept(Batch batch);

    /** Ends the simulation. */
    default void finish() {}
}
