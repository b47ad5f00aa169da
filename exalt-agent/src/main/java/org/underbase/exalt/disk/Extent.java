package org.underbase.exalt.disk;

import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

/**
 * Where a part of the logical file is.
 *
 * @param offset in the logical file
 * @param raw whether its bytes are in the real file; else they are a run
 * @param at where they are in the real file
 */
record Extent(long offset, long length, boolean raw, long at, Form form, int phase, int marker) {
    static Extent of(Entry entry) {
        return new Extent(
                entry.offset(),
                entry.length(),
                entry.type() == Entry.Type.RAW,
                entry.payloadAt(),
                entry.form(),
                entry.phase(),
                entry.marker());
    }

    long end() {
        return offset + length;
    }

    /** Bytes that it takes when it is a record of its own. */
    long cost() {
        return Entry.HEAD + (raw ? length : form.hash().length);
    }

    Extent head(long newLength) {
        return new Extent(offset, newLength, raw, at, form, phase, marker);
    }

    /** What is left of it without its first bytes. */
    Extent tail(long skipped) {
        return new Extent(
                offset + skipped,
                length - skipped,
                raw,
                raw ? at + skipped : at,
                form,
                raw ? 0 : phaseAfter(skipped),
                raw ? 0 : markerAfter(skipped));
    }

    int phaseAfter(long skipped) {
        return (int) ((phase + skipped) % form.unit());
    }

    int markerAfter(long skipped) {
        return Tardis.markerAfter(form, phase, marker, skipped);
    }

    /** Whether another one goes on where it ends, in both files. */
    boolean continues(Extent next) {
        if (raw != next.raw || end() != next.offset) {
            return false;
        }
        return raw
                ? at + length == next.at
                : form.equals(next.form) && phaseAfter(length) == next.phase && markerAfter(length) == next.marker;
    }

    Extent with(Extent next) {
        return head(length + next.length);
    }
}
