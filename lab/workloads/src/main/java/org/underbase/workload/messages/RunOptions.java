package org.underbase.workload.messages;

import java.time.Duration;
import org.underbase.workload.drive.Bounds;
import org.underbase.workload.drive.Pacing;
import org.underbase.workload.messages.mailbox.Mix;

/**
 * How the workload is driven.
 *
 * @param threads clients, each a thread with its own users and its own sequence of operations
 * @param pacing closed or open loop
 * @param bounds when a run ends
 * @param mix ratio of HBase calls
 * @param verify whether the answers to gets are checked
 * @param timeouts for calls to HBase
 * @param reportEvery distance of reports of progress
 */
record RunOptions(
        int threads, Pacing pacing, Bounds bounds, Mix mix, boolean verify, Timeouts timeouts, Duration reportEvery) {
    RunOptions {
        if (threads < 1 || threads > 10_000) {
            throw new IllegalArgumentException("the number of threads must be between 1 and 10000: " + threads);
        }
    }

    /**
     * @param operation longest time for one operation with all its retries
     * @param rpc longest time for one attempt
     */
    record Timeouts(Duration operation, Duration rpc) {
        /** How much longer than {@link #operation} an operation may take before the client itself is held to hang. */
        private static final Duration GRACE = Duration.ofSeconds(15);

        Timeouts {
            if (operation.toMillis() < 1 || rpc.toMillis() < 1 || operation.toMillis() > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("timeouts must be between 1 ms and 24 days");
            }
        }

        Duration stall() {
            return operation.plus(GRACE);
        }
    }
}
