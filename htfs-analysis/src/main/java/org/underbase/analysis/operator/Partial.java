package org.underbase.analysis.operator;

import java.io.IOException;

/**
 * State of an operator after a part of a trace. Merging is associative: {@code a.merge(b); a.merge(c)} is equivalent to
 * {@code b.merge(c); a.merge(b)}. One thread at a time.
 *
 * @param <P> the type itself
 */
public interface Partial<P extends Partial<P>> {
    /** Adds the part that follows this one in the trace. {@code later} must not be used afterwards. */
    void merge(P later);

    /** Passes all fields, so that the state can be written, and another one can be replaced by it. */
    void transfer(Fields fields) throws IOException;
}
