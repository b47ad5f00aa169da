package org.underbase.analysis.operator;

/**
 * An analysis of a trace in one pass. A runner cuts the trace into parts, feeds each part's events in trace order to a
 * {@link Partial} of its own, merges the partials in trace order and finishes the last one. The result does not depend
 * on where the cuts are. Stateless and thread-safe; partials are neither.
 *
 * @param <P> what is gathered on the way
 * @param <R> the result; a value
 */
public interface Operator<P extends Partial<P>, R> {
    /** A partial that has seen nothing. */
    P start();

    /** The result of a partial that has seen the whole trace. The partial is spent. */
    R finish(P whole);
}
