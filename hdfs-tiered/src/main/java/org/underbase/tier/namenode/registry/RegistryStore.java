package org.underbase.tier.namenode.registry;

import java.io.IOException;
import java.util.Map;

/** Destination of the content of a {@link TierRegistry}. */
@FunctionalInterface
interface RegistryStore {
    /** Store of a registry that is only in memory. */
    RegistryStore NONE = known -> {};

    /** Replaces the content; it is durable on return. */
    void write(Map<String, KnownDatanode> known) throws IOException;
}
