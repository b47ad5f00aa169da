package org.underbase.analysis.report;

import java.util.ArrayList;
import java.util.List;

/**
 * What a reader of the report must know of the run: dates, hosts, versions, seeds, sizes.
 *
 * @param title the heading of the page
 * @param facts in the order to show them
 */
public record RunFacts(String title, List<Fact> facts) {
    public RunFacts {
        facts = List.copyOf(facts);
    }

    /** A name and its value, both for people. */
    public record Fact(String name, String value) {}

    /** A title without facts. */
    public static RunFacts titled(String title) {
        return new RunFacts(title, List.of());
    }

    /** These facts and one more. */
    public RunFacts with(String name, Object value) {
        List<Fact> more = new ArrayList<>(facts);
        more.add(new Fact(name, value.toString()));
        return new RunFacts(title, more);
    }
}
