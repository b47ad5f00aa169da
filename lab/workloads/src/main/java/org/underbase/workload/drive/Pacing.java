package org.underbase.workload.drive;

import org.underbase.workload.random.SeededRandom;

/** When operations start. */
public sealed interface Pacing {
    /** Each client starts its next operation when the last one ended. Latency is counted from the start. */
    record ClosedLoop() implements Pacing {}

    /**
     * Operations are due at a fixed rate whether or not earlier ones ended. Latency is counted from when they are due.
     * A client that is behind does its operations one after another, so there are never more in flight than clients.
     *
     * @param rate operations a second, over all clients
     * @param arrivals how they are spread
     * @param seed of the arrivals
     */
    record OpenLoop(double rate, Arrivals arrivals, long seed) implements Pacing {
        public OpenLoop {
            if (!(rate > 0) || Double.isInfinite(rate)) {
                throw new IllegalArgumentException("the rate must be positive: " + rate);
            }
        }

        /** The offsets from the start, in nanoseconds, at which a client's operations are due. */
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

    /** How the operations of an open loop are spread over time. */
    enum Arrivals {
        /** As of many independent users. */
        POISSON,
        /** At equal distances. */
        UNIFORM
    }

    /** The times when a client's operations are due, one after another. */
    interface Schedule {
        long next();
    }
}
