package org.underbase.demo;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Options of the demo.
 *
 * @param nodes number of nodes, each with two DataNodes and a RegionServer; 1 to 100
 * @param users number of users of the workload, one row each; at least 1
 * @param messagesPerUser mean number of messages in a mailbox before the run; at least 1
 * @param threads number of concurrent clients; at least 1
 * @param duration duration of the run, longer than zero
 * @param seed seed of the workload
 * @param portBase first of the daemons' consecutive ports; 0 for free ports
 * @param work directory of the cluster while it runs, and of the trace
 * @param report directory of the report
 */
public record DemoOptions(
        int nodes,
        int users,
        int messagesPerUser,
        int threads,
        Duration duration,
        long seed,
        int portBase,
        Path work,
        Path report) {
    /** Space in bytes for the files of a demo with the default options: three replicas, logs and trace. */
    public static final long NEEDED_BYTES = 2L << 30;

    private static final int MAX_NODES = 100;

    /** Checks all options. */
    public DemoOptions {
        atLeastOne("nodes", nodes);
        if (nodes > MAX_NODES) {
            throw new IllegalArgumentException("invalid number of nodes " + nodes + ": must be at most " + MAX_NODES);
        }
        atLeastOne("users", users);
        atLeastOne("messages per user", messagesPerUser);
        atLeastOne("threads", threads);
        if (users < threads) {
            throw new IllegalArgumentException("too few users: " + threads
                    + " threads with disjoint users need at least " + threads + ", not " + users);
        }
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException("invalid duration " + duration + ": must be longer than zero");
        }
        if (portBase != 0 && (portBase < 1024 || portBase > 65_000)) {
            throw new IllegalArgumentException("invalid first port " + portBase + ": must be from 1024 to 65000");
        }
    }

    private static void atLeastOne(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException("invalid number of " + what + " " + value + ": must be at least 1");
        }
    }

    /** Returns the directory of the trace. */
    Path trace() {
        return work.resolve("trace");
    }

    /** Returns the directory of the daemons' logs, which exists after a failure. */
    Path logs() {
        return work.resolve("logs");
    }

    /** Returns the directory of the cluster that compares compactions. */
    Path compaction() {
        return work.resolve("compaction");
    }

    /** Returns the file with the increase of the DataNodes' counters during the trace. */
    Path counters() {
        return work.resolve("counters.json");
    }

    /** Returns the replication of files: three, or the number of nodes if there are fewer. */
    int replication() {
        return Math.min(3, nodes);
    }
}
