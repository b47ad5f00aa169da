package org.underbase.analysis.timeline;

import java.io.IOException;
import java.util.Arrays;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Sampled;
import org.underbase.analysis.operator.Slots;
import org.underbase.htfs.format.BlockCursor;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/**
 * Bytes in bins of time. Bins begin at multiples of their width since the epoch, and the width doubles when there would be
 * more than {@link #MAX_BINS}. Therefore the final width depends only on the first and the last event, not on the order of
 * events, and memory is below 1 MB.
 */
public final class TimelinePartial implements EventPartial<TimelinePartial> {
    static final int MAX_BINS = 4096;
    static final int ACTIVITIES = Slots.ACTIVITIES;
    static final int COLUMNS = 2 * ACTIVITIES;
    private static final long FINEST_NANOS = 100_000_000;

    long widthNanos = FINEST_NANOS;
    /** Number of the first bin, counted from the epoch. */
    long first;
    /** Number of bins, including that of the last event. */
    int bins;
    /** Rows for bins; columns for the bytes read by activity, then the bytes written. */
    long[] bytes = new long[0];

    TimelinePartial() {}

    @Override
    public void accept(TraceEvent event) {
        boolean writes = event.call().kind() == Call.Kind.WRITE || event.call() == Call.ACTIVITY;
        if (event.call().kind() != Call.Kind.READ && !writes) {
            return;
        }
        long moved = Sampled.bytes(event, event.result());
        if (moved > 0) {
            int column = Slots.of(event.activity()) + (writes ? ACTIVITIES : 0);
            // row() may replace the array, so it comes first.
            int row = row(event.startNanos());
            bytes[row * COLUMNS + column] += moved;
        }
    }

    @Override
    public void acceptAll(BlockCursor block) {
        while (block.next()) {
            accept(block);
        }
    }

    @Override
    public void transfer(Fields fields) throws IOException {
        widthNanos = fields.number(widthNanos);
        first = fields.number(first);
        bins = (int) fields.number(bins);
        ensure();
        for (int i = 0; i < bins * COLUMNS; i++) {
            bytes[i] = fields.number(bytes[i]);
        }
    }

    @Override
    public void merge(TimelinePartial later) {
        if (later.bins == 0) {
            return;
        }
        sameWidth(later);
        cover(later.first * later.widthNanos);
        cover((later.first + later.bins - 1) * later.widthNanos);
        sameWidth(later);
        int shift = Math.toIntExact(later.first - first) * COLUMNS;
        for (int i = 0; i < later.bins * COLUMNS; i++) {
            bytes[shift + i] += later.bytes[i];
        }
    }

    private void sameWidth(TimelinePartial other) {
        while (widthNanos < other.widthNanos) {
            widen();
        }
        while (other.widthNanos < widthNanos) {
            other.widen();
        }
    }

    private int row(long nanos) {
        long bin = Math.floorDiv(nanos, widthNanos);
        if (bins == 0 || bin < first || bin >= first + bins) {
            cover(nanos);
            bin = Math.floorDiv(nanos, widthNanos);
        }
        return (int) (bin - first);
    }

    /** Adds bins up to the one of this time, and widens all bins while there would be too many. */
    private void cover(long nanos) {
        long bin = Math.floorDiv(nanos, widthNanos);
        if (bins == 0) {
            first = bin;
            bins = 1;
            ensure();
            return;
        }
        long from = Math.min(first, bin);
        long to = Math.max(first + bins - 1, bin);
        while (to - from >= MAX_BINS) {
            widen();
            bin = Math.floorDiv(nanos, widthNanos);
            from = Math.min(first, bin);
            to = Math.max(first + bins - 1, bin);
        }
        int shift = (int) (first - from);
        bins = (int) (to - from + 1);
        ensure();
        if (shift > 0) {
            System.arraycopy(bytes, 0, bytes, shift * COLUMNS, (bins - shift) * COLUMNS);
            Arrays.fill(bytes, 0, shift * COLUMNS, 0);
            first = from;
        }
    }

    /** Doubles the width. */
    private void widen() {
        long[] old = bytes;
        long oldFirst = first;
        int oldBins = bins;
        widthNanos *= 2;
        first = Math.floorDiv(oldFirst, 2);
        bins = oldBins == 0 ? 0 : (int) (Math.floorDiv(oldFirst + oldBins - 1, 2) - first + 1);
        bytes = new long[old.length];
        for (int i = 0; i < oldBins; i++) {
            int row = (int) (Math.floorDiv(oldFirst + i, 2) - first);
            for (int c = 0; c < COLUMNS; c++) {
                bytes[row * COLUMNS + c] += old[i * COLUMNS + c];
            }
        }
    }

    private void ensure() {
        int needed = bins * COLUMNS;
        if (bytes.length < needed) {
            bytes = Arrays.copyOf(bytes, Math.min(MAX_BINS * COLUMNS, Math.max(needed, 2 * bytes.length)));
        }
    }
}
