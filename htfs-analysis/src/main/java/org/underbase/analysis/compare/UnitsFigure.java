package org.underbase.analysis.compare;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.figure.TraceFacts;

/** Sums by unit, for comparisons. */
public final class UnitsFigure implements Figure<UnitsPartial, Units> {
    /** The {@link #id}. */
    public static final String ID = "units";

    @Override
    public boolean isOptional() {
        return true;
    }

    @Override
    public Class<Units> resultType() {
        return Units.class;
    }

    @Override
    public int position() {
        return Integer.MAX_VALUE;
    }

    @Override
    public UnitsPartial start(TraceFacts trace) {
        return new UnitsPartial(trace);
    }

    @Override
    public FileVisitor file(UnitsPartial sums, FileFacts file) {
        return sums.file(file);
    }

    @Override
    public Units finish(UnitsPartial whole, TraceFacts trace) {
        SortedMap<Unit, UnitSums> sums = new TreeMap<>(whole.units);
        TreeSet<String> hosts = new TreeSet<>();
        for (Unit unit : whole.units.keySet()) {
            if (unit.kind() == Unit.Kind.HOST_HOUR) {
                hosts.add(unit.name());
            }
        }
        long length = trace.lastNanos() - trace.firstNanos();
        // Also the hours in which a host made no call.
        for (String host : hosts) {
            for (long from = 0; from < length; from += UnitsPartial.HOUR_NANOS) {
                sums.computeIfAbsent(Unit.of(host, from / UnitsPartial.HOUR_NANOS), unit -> new UnitSums())
                        .add(Sum.NANOS, Math.min(UnitsPartial.HOUR_NANOS, length - from));
            }
        }
        return new Units(sums);
    }

    /** The sums are no output: the comparison computes its numbers from them. */
    @Override
    public void addJson(Units result, ObjectNode json) {
        // See above.
    }
}
