package org.underbase.workload.drive;

import org.underbase.workload.random.SeededRandom;

/** Rule for the start times of operations. */
public sealed interface Pacing {
    /** Closed loop: each client starts its next operation when the previous one ended. Latency counts from the start. */
    record ClosedLoop() implements Pacing {}

    /**
     * Open loop: operations are due at a fixed rate, whether or not earlier ones ended. Latency counts from the due time.
     * A client that is late executes its operations sequentially, so at most one operation per client is in flight.
     *
     * @param rate operations per second, over all clients
     * @param arrivals distribution of the due times
     * @param seed seed of the due times
     */
    record OpenLoop(double rate, Arrivals arrivals, long seed) implements Pacing {
        public OpenLoop {
            if (!(rate > 0) || Double.isInfinite(rate)) {
                throw new IllegalArgumentException("the rate must be positive: " + rate);
            }
        }

        /** Creates the due times of one client's operations, as nanoseconds since the start. */
        Schedule schedule(int client, int clients) {
            double gap = 1e9 / rate;
            if (arrivals == Arrivals.UNIFORM) {
                return new Schedule() {
                    private double next = gap * client;

                    @Override
                    public long next() {
                        long due = (long) next;
                        next += gap * clients;
                        return due;
                    }
                };
            }
            SeededRandom random = SeededRandom.of(seed, 0x617272, client);
            return new Schedule() {
                private double last;

                @Override
                public long next() {
                    last += gap * clients * random.nextExponential();
                    return (long) last;
                }
            };
        }
    }

    /** Distribution of an open loop's due times. */
    enum Arrivals {
        /** Exponential intervals, as with many independent users. */
        POISSON,
        /** Equal intervals. */
        UNIFORM
    }

    /** Ascending due times of a client's operations. */
    interface Schedule {
        /** Returns the next due time, in nanoseconds since the start. */
        long next();
    }
}
