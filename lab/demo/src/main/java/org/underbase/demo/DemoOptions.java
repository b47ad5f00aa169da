package org.underbase.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * What the demonstration does.
 *
 * @param nodes of the cluster, each with a DataNode and a RegionServer; 1 to 100
 * @param users of the workload, one row each; at least 1
 * @param messagesPerUser in the mailboxes before the run; at least 1
 * @param threads that issue operations at the same time; at least 1
 * @param duration of the run, longer than zero
 * @param seed of everything random in the workload
 * @param portBase the first of the daemons' consecutive ports; empty for free ones
 * @param work where the cluster lives while it runs and the trace stays afterwards
 * @param report where the report goes
 */
public record DemoOptions(
        int nodes,
        int users,
        int messagesPerUser,
        int threads,
        Duration duration,
        long seed,
        OptionalInt portBase,
        Path work,
        Path report) {
    /** Room for three replicas of what a demonstration of usual size writes, logs and trace included. */
    public static final long NEEDED_BYTES = 2L << 30;

    private static final int MAX_NODES = 100;

    public DemoOptions {
        atLeastOne("nodes", nodes);
        if (nodes > MAX_NODES) {
            throw new IllegalArgumentException("nodes must be at most " + MAX_NODES + ", not " + nodes);
        }
        atLeastOne("users", users);
        atLeastOne("messages per user", messagesPerUser);
        atLeastOne("threads", threads);
        if (users < threads) {
            throw new IllegalArgumentException(
                    threads + " threads need at least as many users, each has its own; there are " + users);
        }
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException("the duration must be longer than zero, not " + duration);
        }
        if (portBase.isPresent() && (portBase.getAsInt() < 1024 || portBase.getAsInt() > 65_000)) {
            throw new IllegalArgumentException(
                    "the first port must be between 1024 and 65000, not " + portBase.getAsInt());
        }
    }

    private static void atLeastOne(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " must be at least 1, not " + value);
        }
    }

    /** The segments of the trace. */
    Path trace() {
        return work.resolve("trace");
    }

    /** The daemons' logs, after a failure. */
    Path logs() {
        return work.resolve("logs");
    }

    /** Where the nodes live that compact with and without the network. */
    Path compaction() {
        return work.resolve("compaction");
    }

    /** How far the DataNodes' counters rose while the trace was taken. */
    Path counters() {
        return work.resolve("counters.json");
    }

    /** How many replicas a file has: three, or one for each node where there are fewer. */
    int replication() {
        return Math.min(3, nodes);
    }
}
