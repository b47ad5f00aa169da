package org.underbase.tier.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.underbase.operator.output.DurationText;
import org.underbase.operator.output.SizeText;
import org.underbase.tier.client.MonitorStatus;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.protocol.TierException;

/** Estimated time to copy some bytes after the copies that are queued already. */
record Estimate(long bytesPerSecond, Duration time) {
    /** Formats the estimate as the continuation of an amount. */
    String text() {
        return ", about " + DurationText.of(time) + " at " + SizeText.rate((double) bytesPerSecond);
    }

    /**
     * Estimates from the rate of the running moves, or else from dfs.tier.move.bandwidth in this client's configuration.
     *
     * @param path a path on the cluster
     * @param bytes number of bytes to copy
     * @return the estimate; empty if there is nothing to copy or no rate is known
     */
    static Optional<Estimate> of(Session session, Path path, long bytes) throws IOException {
        if (bytes == 0) {
            return Optional.empty();
        }
        try {
            return of(session.tiers().status(path), TierKeys.MOVE_BANDWIDTH.bytes(session.conf()), bytes);
        } catch (TierException e) {
            // Above the mount points of several clusters, which copy at different rates.
            return Optional.empty();
        }
    }

    static Optional<Estimate> of(MonitorStatus status, long configuredBytesPerSecond, long bytes) {
        long rate = status.bytesPerSecond() > 0 ? status.bytesPerSecond() : configuredBytesPerSecond;
        if (rate <= 0) {
            return Optional.empty();
        }
        return Optional.of(new Estimate(rate, Duration.ofSeconds((status.bytesLeft() + bytes + rate - 1) / rate)));
    }
}
