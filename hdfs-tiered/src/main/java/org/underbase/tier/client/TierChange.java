package org.underbase.tier.client;

import java.util.Objects;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.ReplicaVector;
import org.underbase.tier.policy.TierNames;

/**
 * A change of where a file's replicas should be. The arguments are checked when it is made, as far as that goes without
 * the cluster; whether the tier exists, the NameNode says. Immutable.
 */
public sealed interface TierChange {
    /** HDFS keeps a file's replication in a short; the NameNode's dfs.replication.max is 512 where nobody changed it. */
    int MAX_REPLICAS = ReplicaVector.MAX;

    /** One replica more, on a tier the file was not on. */
    record CreateTier(String tier) implements TierChange {
        public CreateTier {
            TierNames.check(Objects.requireNonNull(tier, "tier"));
        }
    }

    /** The replicas on a tier go. */
    record DeleteTier(String tier) implements TierChange {
        public DeleteTier {
            TierNames.check(Objects.requireNonNull(tier, "tier"));
        }
    }

    /** {@code replicas} of the replicas on tier {@code from} go to tier {@code to}. */
    record MoveTier(String from, String to, int replicas) implements TierChange {
        public MoveTier {
            TierNames.check(Objects.requireNonNull(from, "from"));
            TierNames.check(Objects.requireNonNull(to, "to"));
            if (from.equals(to)) {
                throw new IllegalArgumentException("from and to are the same tier '" + from + "'");
            }
            if (replicas < 1 || replicas > MAX_REPLICAS) {
                throw new IllegalArgumentException(
                        "the number of replicas to move is 1 to " + MAX_REPLICAS + ", not " + replicas);
            }
        }
    }

    /**
     * A policy of a file or directory.
     *
     * @param policy network-aware, tier-aware, hybrid, random, or a vector such as {@code fast=1,disk=2}
     * @param replicas the file's new replication; 0 leaves it, and is all a directory can have
     */
    record SetPolicy(String policy, int replicas) implements TierChange {
        public SetPolicy {
            policy = checked(policy);
            if (replicas < 0 || replicas > MAX_REPLICAS) {
                throw new IllegalArgumentException(
                        "the number of replicas is 1 to " + MAX_REPLICAS + ", or 0 to leave it, not " + replicas);
            }
            if (policy.contains("=") && replicas > 0) {
                int sum = ReplicaVector.parse(policy).sum();
                if (sum != replicas) {
                    throw new IllegalArgumentException(
                            policy + " are " + sum + " replicas, not " + replicas + ": give the vector alone");
                }
            }
        }

        private static String checked(String policy) {
            String word = Objects.requireNonNull(policy, "policy").strip();
            if (word.contains("=")) {
                ReplicaVector.parse(word);
            } else {
                PlacementPolicy.parse(word, TierNames.none());
            }
            return word;
        }
    }

    /** What was set on a file or directory itself goes, so that it inherits again. */
    record UnsetPolicy() implements TierChange {}
}
