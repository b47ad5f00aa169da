package org.underbase.dist.ops;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Optional;
import org.underbase.testbed.network.Network;

/** The condition of the tests that start daemons on fixed ports. */
final class NeedsNamespaces {
    private NeedsNamespaces() {}

    /** Skips the test, with the reason, where network namespaces cannot be had. */
    static void orSkip() {
        Optional<String> obstacle = Network.namespaces().obstacle();
        assumeTrue(obstacle.isEmpty(), () -> "fixed ports want machines of their own: " + obstacle.orElseThrow());
    }
}
