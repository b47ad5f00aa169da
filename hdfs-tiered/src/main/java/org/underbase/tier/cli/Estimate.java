package org.underbase.tier.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.underbase.tier.client.MonitorStatus;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.protocol.TierException;

/** How long a copy of some bytes takes, behind what is queued already. */
record Estimate(long bytesPerSecond, Duration time) {
    /** As what follows an amount. */
    String text() {
        return ", about " + Text.time(time) + " at " + Text.rate((double) bytesPerSecond);
    }

    /**
     * By the rate of the moves that run now, or else by dfs.tier.move.bandwidth as this client's configuration has it.
     *
     * @param path on the cluster that is asked
     * @return empty when nothing is to be copied or neither says anything
     */
    static Optional<Estimate> of(Session session, Path path, long bytes) throws IOException {
        if (bytes == 0) {
            return Optional.empty();
        }
        try {
            return of(session.tiers().status(path), TierKeys.MOVE_BANDWIDTH.bytes(session.conf()), bytes);
        } catch (TierException e) {
            // Above the mount points of several clusters, each of which copies at a rate of its own.
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
