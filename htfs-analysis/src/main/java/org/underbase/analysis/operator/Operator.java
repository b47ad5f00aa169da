package org.underbase.analysis.operator;

/**
 * Computation over a trace in one pass. A runner cuts the trace into parts, passes each part's events in trace order to a
 * separate {@link Partial}, merges the partials in trace order and finishes the last one. The result does not depend on the
 * positions of the cuts. Stateless and thread-safe; partials are neither.
 *
 * @param <P> intermediate state
 * @param <R> result, an immutable value
 */
public interface Operator<P extends Partial<P>, R> {
    /** Creates an empty partial. */
    P start();

    /** Computes the result from the partial of the whole trace. The partial must not be used afterwards. */
    R finish(P whole);
}
