package org.underbase.combinedlog.client;

import java.util.Objects;

/** Placement of the replicas of WALs. */
public sealed interface Placement {
    /**
     * Placement by a storage policy of HDFS.
     *
     * @param name name of the policy, such as {@code ALL_SSD}
     */
    record StoragePolicy(String name) implements Placement {
        /** Checks the name. */
        public StoragePolicy {
            Objects.requireNonNull(name, "name");
            if (name.isBlank()) {
                throw new IllegalArgumentException("empty storage policy: expected a name such as ALL_SSD");
            }
        }

        @Override
        public String toString() {
            return "storage policy " + name;
        }
    }

    /**
     * Placement on tiers of DataNodes.
     *
     * @param text replica vector, such as {@code log=3}
     */
    record Vector(String text) implements Placement {
        /** Checks the text. */
        public Vector {
            Objects.requireNonNull(text, "text");
            if (text.isBlank()) {
                throw new IllegalArgumentException(
                        "empty vector: expected the number of replicas per tier, such as log=3");
            }
        }

        @Override
        public String toString() {
            return "tier vector " + text;
        }
    }
}
