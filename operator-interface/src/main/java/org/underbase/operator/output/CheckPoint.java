package org.underbase.operator.output;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;
import java.util.Locale;

/**
 * Quantity that a paper reports and a study computes.
 *
 * @param where figure, table or section of the paper
 * @param quantity name and unit
 * @param kind meaning of the comparison
 * @param paper value of the paper, as text
 * @param value value of the study
 * @param low smallest value that agrees with the paper
 * @param high largest value that agrees with the paper
 */
public record CheckPoint(
        String where, String quantity, Kind kind, String paper, double value, double low, double high) {
    /** Meaning of a comparison. */
    public enum Kind {
        /** Closed form: must be equal. */
        EXACT,
        /** The input is calibrated to it; agreement is no result. */
        INPUT,
        /** Computed from the input; the range is the aim. */
        CHECK,
        /** The paper gives only a sign or an order. */
        SIGN
    }

    /** Returns a comparison with a relative tolerance. */
    public static CheckPoint relative(
            String where, String quantity, Kind kind, double paper, double value, double tolerance) {
        return new CheckPoint(
                where, quantity, kind, number(paper), value, paper * (1 - tolerance), paper * (1 + tolerance));
    }

    /** Returns whether the value is in the range. */
    public boolean agrees() {
        return value >= low && value <= high;
    }

    /** Returns the verdict for a reader. */
    public String verdict() {
        return kind == Kind.INPUT ? "calibrated" : agrees() ? "within" : "OUTSIDE";
    }

    /** Returns the range as text. */
    public String aim() {
        return number(low) + " to " + (Double.isInfinite(high) ? "..." : number(high));
    }

    /** Returns a number with about three significant digits. */
    public static String number(double value) {
        double size = Math.abs(value);
        String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }

    /** Returns a table with a row per comparison. */
    public static TextTable table(List<CheckPoint> points) {
        TextTable table =
                new TextTable("where", "quantity", "kind", "paper", "simulated", "aim", "verdict").leftAligned();
        for (CheckPoint point : points) {
            table.row(
                    point.where(),
                    point.quantity(),
                    point.kind().toString(),
                    point.paper(),
                    number(point.value()),
                    point.aim(),
                    point.verdict());
        }
        return table;
    }

    /** Returns the comparisons as JSON. */
    public static ArrayNode json(List<CheckPoint> points) {
        ArrayNode array = JsonText.array();
        for (CheckPoint point : points) {
            array.addObject()
                    .put("where", point.where())
                    .put("quantity", point.quantity())
                    .put("kind", point.kind().toString())
                    .put("paper", point.paper())
                    .put("simulated", JsonText.finite(point.value()))
                    .put("aim", point.aim())
                    .put("verdict", point.verdict());
        }
        return array;
    }
}
