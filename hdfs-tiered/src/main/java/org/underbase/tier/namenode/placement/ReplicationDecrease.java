package org.underbase.tier.namenode.placement;

import java.io.IOException;
import java.util.Optional;
import org.underbase.tier.policy.TierCounts;

/**
 * Wanted counts of a file whose replication the current thread decreases. The block manager chooses the excess replicas in
 * the same thread, but passes neither file nor block to the placement policy; hence a thread-local variable.
 */
public final class ReplicationDecrease {
    private static final ThreadLocal<TierCounts> WANTED = new ThreadLocal<>();

    private ReplicationDecrease() {}

    /** Code that decreases the replication. */
    @FunctionalInterface
    public interface Body {
        void run() throws IOException;
    }

    static Optional<TierCounts> wanted() {
        return Optional.ofNullable(WANTED.get());
    }

    /**
     * Runs code that decreases the replication of a file.
     *
     * @param wanted wanted counts after the decrease
     * @param body code to run
     */
    public static void to(TierCounts wanted, Body body) throws IOException {
        WANTED.set(wanted);
        try {
            body.run();
        } finally {
            WANTED.remove();
        }
    }
}
