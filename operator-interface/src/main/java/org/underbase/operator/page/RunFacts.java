package org.underbase.operator.page;

import java.util.ArrayList;
import java.util.List;

/**
 * Facts of a run, for the report: dates, hosts, versions, seeds, sizes.
 *
 * @param title heading of the page
 * @param facts the facts, in their order on the page
 */
public record RunFacts(String title, List<Fact> facts) {
    public RunFacts {
        facts = List.copyOf(facts);
    }

    /** Name and value of a fact, as text. */
    public record Fact(String name, String value) {}

    /** Creates a title without facts. */
    public static RunFacts titled(String title) {
        return new RunFacts(title, List.of());
    }

    /** Copies these facts with one more. */
    public RunFacts with(String name, Object value) {
        List<Fact> more = new ArrayList<>(facts);
        more.add(new Fact(name, value.toString()));
        return new RunFacts(title, more);
    }
}
