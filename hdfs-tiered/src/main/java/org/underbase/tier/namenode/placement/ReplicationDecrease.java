package org.underbase.tier.namenode.placement;

import java.io.IOException;
import java.util.Optional;
import org.underbase.tier.policy.TierCounts;

/**
 * What a file should have once this thread has lowered its replication: the block manager chooses the excess replicas in
 * the thread that lowers it, but does not tell of which file they are.
 */
public final class ReplicationDecrease {
    private static final ThreadLocal<TierCounts> WANTED = new ThreadLocal<>();

    private ReplicationDecrease() {}

    /** What is done meanwhile. */
    @FunctionalInterface
    public interface Body {
        void run() throws IOException;
    }

    static Optional<TierCounts> wanted() {
        return Optional.ofNullable(WANTED.get());
    }

    public static void to(TierCounts wanted, Body body) throws IOException {
        WANTED.set(wanted);
        try {
            body.run();
        } finally {
            WANTED.remove();
        }
    }
}
