package org.underbase.tier.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.underbase.tier.client.MonitorStatus;
import org.underbase.tier.conf.TierKeys;

/** How long a copy of some bytes takes, behind what is queued already. */
record Estimate(long bytesPerSecond, Duration time) {
    /** As what follows an amount. */
    String text() {
        return ", about " + Text.time(time) + " at " + Text.rate((double) bytesPerSecond);
    }

    /**
     * By the rate of the moves that run now, or else by dfs.tier.move.bandwidth as this client's configuration has it.
     *
     * @return empty when nothing is to be copied or neither says anything
     */
    static Optional<Estimate> of(Session session, long bytes) throws IOException {
        return bytes == 0
                ? Optional.empty()
                : of(session.tiers().status(), TierKeys.MOVE_BANDWIDTH.bytes(session.conf()), bytes);
    }

    static Optional<Estimate> of(MonitorStatus status, long configuredBytesPerSecond, long bytes) {
        long rate = status.bytesPerSecond() > 0 ? status.bytesPerSecond() : configuredBytesPerSecond;
        if (rate <= 0) {
            return Optional.empty();
        }
        return Optional.of(new Estimate(rate, Duration.ofSeconds((status.bytesLeft() + bytes + rate - 1) / rate)));
    }
}
