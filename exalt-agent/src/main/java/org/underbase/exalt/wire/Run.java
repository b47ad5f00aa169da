package org.underbase.exalt.wire;

import java.nio.ByteBuffer;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

/**
 * A part of a sequence on its way.
 *
 * @param form of the sequence
 * @param phase index of its first byte in its unit
 * @param marker of that unit
 * @param length in bytes, at least 1
 */
record Run(Form form, int phase, int marker, int length) {
    /** What follows in the sequence. */
    Run after(int count) {
        return new Run(form, phaseAt(length), markerAt(length), count);
    }

    /** Whether the other begins where this one ends. */
    boolean isBefore(Run other) {
        return other.phase == phaseAt(length) && other.marker == markerAt(length) && other.form.equals(form);
    }

    /** Whether checksums of its chunks may be left out before it. */
    boolean mayBeSummed() {
        return length <= Sums.LONGEST_RUN && !Frame.isHashed(form.code());
    }

    /** Puts so many bytes, from that index on, at the buffer's position, which moves. */
    void expand(int index, ByteBuffer into, int count) {
        Tardis.expand(form, phaseAt(index), markerAt(index), into, into.position(), count);
        into.position(into.position() + count);
    }

    private int phaseAt(long index) {
        return (int) ((phase + index) % form.unit());
    }

    private int markerAt(long index) {
        return Tardis.markerAfter(form, phase, marker, index);
    }
}
