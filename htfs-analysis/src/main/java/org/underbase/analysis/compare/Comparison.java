package org.underbase.analysis.compare;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Headline numbers of two traces or results, with the differences of the second one from the first one. */
public final class Comparison {
    /** Least number of units for an interval. */
    static final long LEAST_UNITS = 20;

    private static final String NO_DATA = "no data";

    private final Side a;
    private final Side b;
    private final List<String> notes;
    private final List<Row> rows = new ArrayList<>();

    /**
     * Compares two sides.
     *
     * @param cuts notes about the cut of the sides to the same length
     */
    public Comparison(Side a, Side b, List<String> cuts) {
        this.a = a;
        this.b = b;
        this.notes = new ArrayList<>(cuts);
        notes.addAll(Conditions.of(a, b));
        Optional<Bootstrap> bootstrap = Bootstrap.of(a.units(), b.units());
        for (Headline headline : Headline.ALL) {
            ResultNumbers ofA = new ResultNumbers(a.result());
            ResultNumbers ofB = new ResultNumbers(b.result());
            double left = headline.value().applyAsDouble(ofA);
            double right = headline.value().applyAsDouble(ofB);
            Optional<String> missing = ofA.missing().or(ofB::missing);
            if (missing.isPresent() || Double.isFinite(left) || Double.isFinite(right)) {
                rows.add(row(headline, left, right, missing, bootstrap));
            }
        }
    }

    private Row row(
            Headline headline, double left, double right, Optional<String> missing, Optional<Bootstrap> bootstrap) {
        if (missing.isPresent()) {
            return new Row(headline, left, right, Optional.empty(), "not available: " + missing.get());
        }
        if (!Double.isFinite(right - left)) {
            return new Row(headline, left, right, Optional.empty(), NO_DATA + " on one side");
        }
        if (bootstrap.isEmpty()) {
            return new Row(
                    headline, left, right, Optional.empty(), "no interval: results of earlier runs have no units");
        }
        long units = bootstrap.get().units(headline.estimator());
        if (units < LEAST_UNITS) {
            return new Row(
                    headline, left, right, Optional.empty(), "no interval: " + units + " of " + LEAST_UNITS + " units");
        }
        Optional<Interval> interval = bootstrap.get().interval(headline.estimator(), right - left, units);
        return new Row(headline, left, right, interval, interval.isPresent() ? "" : "no interval: few units have data");
    }

    /** Returns the sides. */
    public List<Side> sides() {
        return List.of(a, b);
    }

    /** Returns the conditions that differ, one line each. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    List<Row> rows() {
        return List.copyOf(rows);
    }

    /** Returns the comparison as JSON. */
    public ObjectNode json() {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("a", a.name()).put("b", b.name()).put("replicates", Replicates.COUNT);
        ArrayNode lines = root.putArray("notes");
        notes.forEach(lines::add);
        ArrayNode numbers = root.putArray("numbers");
        rows.forEach(row -> numbers.add(row.json()));
        return root;
    }
}
