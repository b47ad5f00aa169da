package org.underbase.bench.soak.tiers;

import java.util.Optional;
import java.util.function.Supplier;

/** Makes complaints for {@link Patience}. */
final class Complaints {
    private Complaints() {}

    static Optional<String> unless(boolean right, Supplier<String> otherwise) {
        return right ? Optional.empty() : Optional.of(otherwise.get());
    }
}
