package org.underbase.combinedlog.client;

import java.util.Objects;

/** Where the replicas of WALs should be. */
public sealed interface Placement {
    /**
     * By one of HDFS's own storage policies.
     *
     * @param name of the policy, as {@code ALL_SSD}
     */
    record StoragePolicy(String name) implements Placement {
        /** Checks the name. */
        public StoragePolicy {
            Objects.requireNonNull(name, "name");
            if (name.isBlank()) {
                throw new IllegalArgumentException("a storage policy has a name, as ALL_SSD");
            }
        }

        @Override
        public String toString() {
            return "storage policy " + name;
        }
    }

    /**
     * On tiers of DataNodes.
     *
     * @param text as {@code log=3}
     */
    record Vector(String text) implements Placement {
        /** Checks the text. */
        public Vector {
            Objects.requireNonNull(text, "text");
            if (text.isBlank()) {
                throw new IllegalArgumentException("a vector says how many replicas are on which tier, as log=3");
            }
        }

        @Override
        public String toString() {
            return "tier vector " + text;
        }
    }
}
