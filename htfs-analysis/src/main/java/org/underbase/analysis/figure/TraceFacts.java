package org.underbase.analysis.figure;

import java.util.OptionalLong;
import org.underbase.analysis.catalog.CatalogNotes;
import org.underbase.analysis.catalog.FileCatalog;

/**
 * Facts of the whole trace, equal for all parts.
 *
 * @param assumptions values for files that were created before the trace began
 * @param definitions choices between definitions of figures
 * @param firstNanos start of the first event, in nanoseconds since the epoch
 * @param lastNanos start of the last event, in nanoseconds since the epoch
 * @param usedBytes bytes on the disks of the traced cluster, if known
 * @param notes facts about the files as a whole
 */
public record TraceFacts(
        Assumptions assumptions,
        Definitions definitions,
        long firstNanos,
        long lastNanos,
        OptionalLong usedBytes,
        CatalogNotes notes) {
    /** Creates the facts of a trace whose clocks agree, for the standard definitions. */
    public TraceFacts(Assumptions assumptions, long firstNanos, long lastNanos, OptionalLong usedBytes) {
        this(assumptions, Definitions.STANDARD, firstNanos, lastNanos, usedBytes, CatalogNotes.NONE);
    }

    /** Creates the facts of a trace with a catalog. */
    public TraceFacts(Assumptions assumptions, Definitions definitions, FileCatalog catalog, OptionalLong usedBytes) {
        this(assumptions, definitions, catalog.firstNanos(), catalog.lastNanos(), usedBytes, catalog.notes());
    }
}
