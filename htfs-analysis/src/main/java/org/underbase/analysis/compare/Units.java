package org.underbase.analysis.compare;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** Sums of a trace by unit. */
public final class Units {
    private final SortedMap<Unit, UnitSums> sums;

    Units(SortedMap<Unit, UnitSums> sums) {
        this.sums = Collections.unmodifiableSortedMap(new TreeMap<>(sums));
    }

    SortedMap<Unit, UnitSums> sums() {
        return sums;
    }
}
