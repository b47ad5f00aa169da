package org.underbase.analysis.figure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.underbase.analysis.operator.Operator;
import org.underbase.analysis.operator.Partial;

/**
 * One figure: its definition, the operator that computes it, its JSON and its charts. The analysis, the JSON output and the
 * report iterate over the figures that {@link java.util.ServiceLoader} finds, so that a new figure is one class, one script
 * for each chart and a line in {@code META-INF/services}.
 *
 * <p>An implementation is stateless and has a public constructor without parameters.
 *
 * @param <P> intermediate state
 * @param <R> result, an immutable value
 */
public interface Figure<P extends Partial<P>, R> {
    /** The class of the result, unique among all figures. */
    Class<R> resultType();

    /** The position in the JSON output; unique, ascending. */
    int position();

    /** Creates an empty state. */
    P start();

    /** Computes the result from the state of the whole trace. The state must not be used afterwards. */
    R finish(P whole, Assumptions assumptions);

    /** Adds the result to the JSON output, under one or more names that no other figure uses. */
    void addJson(R result, ObjectNode json);

    /**
     * Returns the quantities that parts of the result need, by the ID of the chart or the path of the value in the JSON output,
     * such as {@code layers.core}. A part whose quantity is {@link Missing} is not available.
     */
    default Map<String, Set<Quantity>> needs() {
        return Map.of();
    }

    /** The charts of the report, by default none. */
    default List<Chart> charts() {
        return List.of();
    }

    /** Returns the operator that computes this figure under these assumptions. */
    default Operator<P, R> operator(Assumptions assumptions) {
        return new Operator<>() {
            @Override
            public P start() {
                return Figure.this.start();
            }

            @Override
            public R finish(P whole) {
                return Figure.this.finish(whole, assumptions);
            }
        };
    }
}
