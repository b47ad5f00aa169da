package org.underbase.analysis.operator;

/**
 * State of an operator after a part of a trace. Merging is associative: {@code a.merge(b); a.merge(c)} is equivalent to
 * {@code b.merge(c); a.merge(b)}. One thread at a time.
 *
 * @param <P> the type itself
 */
public interface Partial<P extends Partial<P>> {
    /** Adds the part that follows this one in the trace. {@code later} must not be used afterwards. */
    void merge(P later);
}
