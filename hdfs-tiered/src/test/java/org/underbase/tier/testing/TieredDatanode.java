package org.underbase.tier.testing;

import java.util.Objects;
import java.util.Optional;

/**
 * One DataNode instance of a {@link MiniTieredCluster}.
 *
 * @param uuid stays the same when the instance is started again
 * @param host the node it runs on; several instances may share one
 * @param rack as {@code /rack1}
 * @param tier empty for an instance without one
 */
public record TieredDatanode(String uuid, String host, String rack, Optional<String> tier) {
    public TieredDatanode {
        Objects.requireNonNull(uuid, "uuid");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(rack, "rack");
        Objects.requireNonNull(tier, "tier");
    }

    boolean isOf(String name) {
        return tier.isPresent() && tier.get().equals(name);
    }

    @Override
    public String toString() {
        return host + rack + ":" + tier.orElse("any");
    }
}
