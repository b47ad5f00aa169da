package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.util.concurrent.CancellationException;

/**
 * Creation and deletion of segments in a separate thread. Zeros for hundreds of megabytes must delay neither commits nor
 * checkpoints, and a full disk must not fail the journal, because existing segments have their space.
 *
 * @param <K> owner of a record
 */
final class SegmentSupply<K> {
    private final JournalOptions options;
    private final SegmentRing<K> ring;
    private final JournalState state;
    private final Counters counters;
    private final RepeatedWarning warning;

    SegmentSupply(JournalOptions options, SegmentRing<K> ring, JournalState state, Counters counters, String journal) {
        this.options = options;
        this.ring = ring;
        this.state = state;
        this.counters = counters;
        this.warning = new RepeatedWarning("Cannot create or delete a segment", journal);
    }

    /** Returns the message of the last failure; empty if there was none. */
    String lastFailure() {
        return warning.last();
    }

    void loop() {
        while (!state.hasStopped()) {
            state.awaitSegments(() -> JournalState.IDLE_NANOS, () -> ring.needsSupply() || state.hasStopped());
            if (ring.needsSupply() && !state.hasStopped() && !step()) {
                // The disk may have space later.
                state.awaitSegments(() -> options.retry().toNanos(), state::hasStopped);
            }
        }
    }

    /** Does everything that is due; without threads, the caller of a commit or checkpoint. */
    void runAll() {
        while (ring.needsSupply()) {
            if (!step()) {
                return;
            }
        }
    }

    /** Deletes or creates one segment; false after a failure. */
    private boolean step() {
        try {
            // First: a segment that cannot be deleted must not prevent an emergency segment.
            if (ring.isStarving()) {
                ring.addFree(ring.create(options.segmentBytes(), spent -> checkStopped()));
                counters.emergencySegments.increment();
            } else if (!removeRetired()) {
                long bytes = ring.takeGrowth();
                if (bytes > 0) {
                    ring.replaceSmaller(ring.create(bytes, this::rest));
                }
            }
            state.signalChange();
            return true;
        } catch (CancellationException e) {
            return state.hasStopped();
        } catch (IOException | RuntimeException e) {
            warning.failed(e);
            return false;
        }
    }

    /** Deletes a segment; false without one. */
    private boolean removeRetired() throws IOException {
        Segment<K> retired = ring.pollRetired();
        if (retired == null) {
            return false;
        }
        ring.remove(retired);
        return true;
    }

    /** Pauses as long as the step took, so that writers get half of the disk's time; not while segments are scarce. */
    private void rest(long spentNanos) {
        checkStopped();
        state.awaitSegments(() -> spentNanos, () -> ring.isUrgent() || state.hasStopped());
    }

    private void checkStopped() {
        if (state.hasStopped()) {
            throw new CancellationException("the journal was closed");
        }
    }
}
