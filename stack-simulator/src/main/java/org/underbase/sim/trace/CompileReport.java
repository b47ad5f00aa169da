package org.underbase.sim.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.underbase.operator.output.SizeText;

/** Counts of a compilation: what the trace does not show, or shows differently than the model. */
public final class CompileReport {
    long requests;
    long withoutOffset;
    long withoutFile;
    long beyondEnd;
    long earlierFiles;
    long late;
    long erasureCoded;
    long localCompactions;
    long listedBlocks;
    long unlistedBlocks;
    /** Length of the longest block of a file that is created in the trace. */
    long longestBlock;
    /** How the placement differs from the policy of the layout. */
    List<String> placementNotes = List.of();

    CompileReport() {}

    /** Returns the number of compiled reads and writes. */
    public long requests() {
        return requests;
    }

    /** Returns the length of the longest block of a file that is created in the trace, in bytes. */
    public long longestBlock() {
        return longestBlock;
    }

    /** Returns one line per difference of the placement from the policy of the layout. */
    public List<String> placementNotes() {
        return placementNotes;
    }

    /** Returns one line per assumption and omission, with its size. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        add(notes, earlierFiles, "files existed before the trace: their first user's machine has the first replica");
        add(notes, withoutOffset, "reads and writes have no offset in the trace and are omitted");
        add(notes, withoutFile, "reads and writes of unknown files are omitted");
        add(notes, late, "calls begin before an earlier one of another process and are simulated at its time");
        add(
                notes,
                localCompactions,
                "local compactions are in the trace: the reads of their inputs are not, so that disks read more");
        if (listedBlocks > 0) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%,d blocks are on the listed machines, %,d are not listed and in a ring",
                    listedBlocks,
                    unlistedBlocks));
        }
        if (beyondEnd > 0) {
            notes.add(SizeText.of(beyondEnd) + " beyond the known ends of files are omitted");
        }
        if (erasureCoded > 0) {
            notes.add(SizeText.of(erasureCoded) + " of erasure-coded files are omitted");
        }
        return notes;
    }

    private static void add(List<String> notes, long count, String text) {
        if (count > 0) {
            notes.add(String.format(Locale.ROOT, "%,d %s", count, text));
        }
    }
}
