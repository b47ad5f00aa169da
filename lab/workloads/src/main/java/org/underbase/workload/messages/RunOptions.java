package org.underbase.workload.messages;

import java.time.Duration;
import org.underbase.workload.drive.Bounds;
import org.underbase.workload.drive.Pacing;
import org.underbase.workload.messages.mailbox.Mix;

/**
 * Options of a run.
 *
 * @param threads number of clients, each a thread with its own users and its own sequence of operations
 * @param pacing closed or open loop
 * @param bounds end of the run and tolerated failures
 * @param mix ratio of HBase calls
 * @param verify whether the responses to gets are checked
 * @param timeouts timeouts of HBase calls
 * @param reportEvery interval of progress reports
 */
record RunOptions(
        int threads, Pacing pacing, Bounds bounds, Mix mix, boolean verify, Timeouts timeouts, Duration reportEvery) {
    RunOptions {
        if (threads < 1 || threads > 10_000) {
            throw new IllegalArgumentException("the number of threads must be between 1 and 10000: " + threads);
        }
    }

    /**
     * Timeouts of HBase calls.
     *
     * @param operation maximum duration of one operation including its retries
     * @param rpc maximum duration of one attempt
     */
    record Timeouts(Duration operation, Duration rpc) {
        /** Time after {@link #operation} at which the client counts as hanging. */
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
