package org.underbase.replay.run;

import org.HdrHistogram.Histogram;
import org.underbase.replay.execute.Outcome;

/** Counts and latencies of one call. Latencies of failed calls do not count. */
final class CallTally {
    private static final int DIGITS = 3;

    long made;
    long skipped;
    long covered;
    long failed;
    long diverged;
    final Histogram traced = new Histogram(DIGITS);
    final Histogram replayed = new Histogram(DIGITS);

    void add(long tracedNanos, boolean tracedFailed, long replayNanos, Outcome outcome, boolean diverges) {
        switch (outcome.type()) {
            case SKIPPED -> skipped++;
            case COVERED -> covered++;
            case MADE -> {
                made++;
                diverged += diverges ? 1 : 0;
                if (!tracedFailed) {
                    traced.recordValue(Math.max(0, tracedNanos));
                }
                if (outcome.failure().isPresent()) {
                    failed++;
                } else {
                    replayed.recordValue(Math.max(0, replayNanos));
                }
            }
        }
    }
}
