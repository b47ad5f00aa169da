package org.underbase.exalt.wire;

import java.nio.ByteBuffer;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

/**
 * Part of a sequence in transfer.
 *
 * @param form format of the units
 * @param phase index of its first byte within its unit
 * @param marker marker of that unit
 * @param length number of bytes, at least 1
 */
record Run(Form form, int phase, int marker, int length) {
    /** Returns the run of the same length that follows. */
    Run after(int count) {
        return new Run(form, phaseAt(length), markerAt(length), count);
    }

    /** Returns whether another run starts where this one ends. */
    boolean isBefore(Run other) {
        return other.phase == phaseAt(length) && other.marker == markerAt(length) && other.form.equals(form);
    }

    /** Returns whether the checksums of its chunks may be omitted. */
    boolean mayBeSummed() {
        return length <= ChunkChecksums.LONGEST_RUN && !Frame.isHashed(form.code());
    }

    /** Writes some bytes of the run at the buffer's position, which advances. */
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
