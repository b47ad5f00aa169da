package org.underbase.tier.client;

import java.util.Objects;
import java.util.Optional;
import org.underbase.tier.policy.PlacementPolicy;
import org.underbase.tier.policy.ReplicaVector;
import org.underbase.tier.policy.TierNames;

/**
 * Change of the wanted replicas of a file. The constructors validate the arguments; the NameNode checks whether the tier
 * exists. Immutable.
 */
public sealed interface TierChange {
    /** Default of the NameNode's dfs.replication.max. */
    int MAX_REPLICAS = ReplicaVector.MAX;

    /** Adds a replica on a tier that holds none of the file; changes nothing on a tier that holds some. */
    record CreateTier(String tier) implements TierChange {
        public CreateTier {
            TierNames.check(Objects.requireNonNull(tier, "tier"));
        }
    }

    /** Deletes all replicas on a tier. */
    record DeleteTier(String tier) implements TierChange {
        public DeleteTier {
            TierNames.check(Objects.requireNonNull(tier, "tier"));
        }
    }

    /** Adds a number of replicas of each block on a tier, also if it holds some. */
    record AddReplicas(String tier, int replicas) implements TierChange {
        public AddReplicas {
            TierNames.check(Objects.requireNonNull(tier, "tier"));
            requireReplicas("add", replicas);
        }
    }

    /** Removes a number of replicas of each block from a tier. */
    record RemoveReplicas(String tier, int replicas) implements TierChange {
        public RemoveReplicas {
            TierNames.check(Objects.requireNonNull(tier, "tier"));
            requireReplicas("remove", replicas);
        }
    }

    private static void requireReplicas(String verb, int replicas) {
        if (replicas < 1 || replicas > MAX_REPLICAS) {
            throw new IllegalArgumentException(
                    "the number of replicas to " + verb + " is 1 to " + MAX_REPLICAS + ", not " + replicas);
        }
    }

    /** Moves a number of replicas of each block from one tier to another. */
    record MoveTier(String from, String to, int replicas) implements TierChange {
        public MoveTier {
            TierNames.check(Objects.requireNonNull(from, "from"));
            TierNames.check(Objects.requireNonNull(to, "to"));
            if (from.equals(to)) {
                throw new IllegalArgumentException("from and to are the same tier '" + from + "'");
            }
            requireReplicas("move", replicas);
        }
    }

    /**
     * Sets the policy of a file or directory.
     *
     * @param policy network-aware, tier-aware, hybrid, random, or a vector such as {@code fast=1,disk=2}
     * @param replicas new replication of the file; 0 leaves it unchanged and is the only valid value for a directory
     */
    record SetPolicy(String policy, int replicas) implements TierChange {
        public SetPolicy {
            policy = checked(policy);
            if (replicas < 0 || replicas > MAX_REPLICAS) {
                throw new IllegalArgumentException(
                        "the number of replicas is 1 to " + MAX_REPLICAS + ", or 0 for unchanged, not " + replicas);
            }
            Optional<ReplicaVector> vector = PlacementPolicy.parse(policy).vector();
            if (vector.isPresent() && replicas > 0) {
                int sum = vector.get().sum();
                if (sum != replicas) {
                    throw new IllegalArgumentException(
                            policy + " has " + sum + " replicas, not " + replicas + ": pass the vector only");
                }
            }
        }

        private static String checked(String policy) {
            String word = Objects.requireNonNull(policy, "policy").strip();
            PlacementPolicy.parse(word);
            return word;
        }
    }

    /** Removes the policy of a file or directory, so that it inherits again. */
    record UnsetPolicy() implements TierChange {}
}
