package org.underbase.demo;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What the demonstration does.
 *
 * @param nodes of the cluster, each with a DataNode and a RegionServer; at least 1
 * @param users of the workload, one row each; at least 1
 * @param messagesPerUser in the mailboxes before the run; at least 1
 * @param threads that issue operations at the same time; at least 1
 * @param duration of the run, longer than zero
 * @param seed of everything random in the workload
 * @param work where the cluster lives while it runs and the trace stays afterwards
 * @param report where the report goes
 */
public record DemoOptions(
        int nodes, int users, int messagesPerUser, int threads, Duration duration, long seed, Path work, Path report) {
    public DemoOptions {
        atLeastOne("nodes", nodes);
        atLeastOne("users", users);
        atLeastOne("messages per user", messagesPerUser);
        atLeastOne("threads", threads);
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException("the duration must be longer than zero, not " + duration);
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

    /** How many replicas a file has: three, or one for each node where there are fewer. */
    int replication() {
        return Math.min(3, nodes);
    }
}
