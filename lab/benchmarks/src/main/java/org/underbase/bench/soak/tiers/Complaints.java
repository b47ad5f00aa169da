package org.underbase.bench.soak.tiers;

import java.util.Optional;
import java.util.function.Supplier;
import org.underbase.bench.soak.finding.Patience;

/** Makes complaints for {@link Patience}. */
final class Complaints {
    private Complaints() {}

    static Optional<String> unless(boolean right, Supplier<String> otherwise) {
        return right ? Optional.empty() : Optional.of(otherwise.get());
    }
}
