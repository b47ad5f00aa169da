package org.underbase.analysis.compare;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * Number of both sides.
 *
 * @param headline the number
 * @param a its value on the first side; {@code NaN} without data
 * @param b its value on the second side
 * @param interval 95% interval of the difference
 * @param reason why there is no interval or no value, or empty
 */
record Row(Headline headline, double a, double b, Optional<Interval> interval, String reason) {
    double difference() {
        return b - a;
    }

    /** Whether both sides have the number. */
    boolean known() {
        return Double.isFinite(difference());
    }

    Optional<Verdict> verdict() {
        return interval.map(Interval::verdict);
    }

    String name() {
        return headline.name();
    }

    String text(double value) {
        return Double.isFinite(value) ? headline.measure().text(value) : "-";
    }

    String differenceText() {
        return known() ? headline.measure().signed(difference()) : "-";
    }

    String intervalText() {
        return interval.map(of -> headline.measure().signed(of.low()) + " to "
                        + headline.measure().signed(of.high()))
                .orElse("-");
    }

    String verdictText() {
        return verdict().map(Verdict::label).orElse(reason);
    }

    ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("id", headline.id())
                .put("name", name())
                .put("unit", headline.measure().label());
        put(node, "a", a);
        put(node, "b", b);
        put(node, "difference", difference());
        interval.ifPresent(of -> node.put("low", of.low()).put("high", of.high()));
        verdict().ifPresent(of -> node.put("verdict", of.label()));
        if (verdict().isEmpty()) {
            node.putNull("verdict").put("reason", reason);
        }
        return node;
    }

    private static void put(ObjectNode node, String name, double value) {
        if (Double.isFinite(value)) {
            node.put(name, value);
        } else {
            node.putNull(name);
        }
    }
}
