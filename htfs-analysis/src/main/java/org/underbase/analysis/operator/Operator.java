package org.underbase.analysis.operator;

import java.io.IOException;

/**
 * Computation over a trace in one pass. A runner cuts the trace into parts, passes each part's events in trace order to a
 * separate partial, merges the partials in trace order and finishes the last one. The result does not depend on the positions
 * of the cuts. Stateless and thread-safe; partials are neither.
 *
 * @param <P> intermediate state
 * @param <R> result, an immutable value
 */
public interface Operator<P extends EventPartial<P>, R> {
    /** Creates an empty partial. */
    P start();

    /** Creates an empty partial for a part of the trace; parts have ascending numbers. */
    default P start(int part) {
        return start();
    }

    /** Ends a part after its last event. */
    default void end(P partial) throws IOException {}

    /** Computes the result from the partial of the whole trace. The partial must not be used afterwards. */
    R finish(P whole);
}
