package org.underbase.exalt.disk;

import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

/**
 * Location of a part of the logical file.
 *
 * @param offset start in the logical file
 * @param raw whether the bytes are in the physical file; otherwise they are a run of a sequence
 * @param at start in the physical file
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

    /** Returns the size of this extent as a separate record, in bytes. */
    long cost() {
        return Entry.HEAD + (raw ? length : form.hash().length);
    }

    Extent head(long newLength) {
        return new Extent(offset, newLength, raw, at, form, phase, marker);
    }

    /** Copies this extent without its first bytes. */
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

    /** Returns whether another extent continues this one in both files. */
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
