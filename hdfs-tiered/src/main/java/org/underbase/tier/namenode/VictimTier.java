package org.underbase.tier.namenode;

import java.io.IOException;
import java.util.Optional;

/**
 * The tier that gives up a replica while this thread lowers a file's replication: the block manager chooses the excess
 * replicas of a file in the thread that lowers it, but does not tell of which file they are.
 */
final class VictimTier {
    private static final ThreadLocal<Integer> CURRENT = new ThreadLocal<>();

    private VictimTier() {}

    /** What is done meanwhile. */
    @FunctionalInterface
    interface Body {
        void run() throws IOException;
    }

    static Optional<Integer> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    static void during(int rank, Body body) throws IOException {
        CURRENT.set(rank);
        try {
            body.run();
        } finally {
            CURRENT.remove();
        }
    }
}
