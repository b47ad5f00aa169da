package org.underbase.bench.prediction;

import java.util.Optional;

/**
 * Quantity that is predicted and measured.
 *
 * @param name name, which is unique in its part
 * @param measure unit and targets
 * @param whole quantity that this one is a part of; small parts are not compared
 */
record Quantity(String name, Measure measure, Optional<Quantity> whole) {
    /** Creates a quantity that is no part of another one. */
    Quantity(String name, Measure measure) {
        this(name, measure, Optional.empty());
    }
}
