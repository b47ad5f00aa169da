package org.underbase.tier.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.underbase.tier.client.TierChange;
import org.underbase.tier.policy.ReplicaVector;

/** Random changes of wanted vectors that the cluster can make. */
final class Changes {
    private static final int MIN_REPLICAS = 2;

    private final TierLayout layout;
    private final List<ReplicaVector> vectors;

    Changes(TierLayout layout) {
        this.layout = layout;
        this.vectors = layout.vectors();
    }

    /**
     * Change of a file.
     *
     * @param change the change
     * @param next wanted vector after the change; empty if the NameNode decides
     */
    record Drawn(TierChange change, Optional<ReplicaVector> next) {}

    /** Draws a vector other than {@code excluded}. */
    ReplicaVector vector(Random random, Optional<ReplicaVector> excluded) {
        List<ReplicaVector> others = vectors.stream()
                .filter(vector -> !excluded.equals(Optional.of(vector)))
                .toList();
        return others.get(random.nextInt(others.size()));
    }

    /** Draws a change of a file with the wanted vector {@code now}, which is empty if unknown. */
    Drawn draw(Random random, Optional<ReplicaVector> now) {
        List<Drawn> possible = new ArrayList<>();
        if (now.isPresent()) {
            steps(now.get(), possible);
        }
        int kind = random.nextInt(10);
        if (kind < 6 && !possible.isEmpty()) {
            return possible.get(random.nextInt(possible.size()));
        }
        if (kind < 7) {
            String policy = random.nextBoolean() ? "hybrid" : "landing:hybrid";
            return new Drawn(new TierChange.SetPolicy(policy, 3), Optional.empty());
        }
        ReplicaVector next = vector(random, now);
        return new Drawn(new TierChange.SetPolicy(next.toString(), 0), Optional.of(next));
    }

    private void steps(ReplicaVector now, List<Drawn> possible) {
        for (String tier : layout.tiers()) {
            if (now.count(tier) == 0) {
                add(new TierChange.CreateTier(tier), now.plus(tier, 1), possible);
            } else if (now.sum() - now.count(tier) >= MIN_REPLICAS) {
                add(new TierChange.DeleteTier(tier), now.plus(tier, -now.count(tier)), possible);
            }
            add(new TierChange.AddReplicas(tier, 1), now.plus(tier, 1), possible);
            if (now.count(tier) > 0 && now.sum() > MIN_REPLICAS) {
                add(new TierChange.RemoveReplicas(tier, 1), now.plus(tier, -1), possible);
            }
            for (String to : layout.tiers()) {
                for (int replicas = 1; !to.equals(tier) && replicas <= now.count(tier); replicas++) {
                    add(
                            new TierChange.MoveTier(tier, to, replicas),
                            now.plus(to, replicas).plus(tier, -replicas),
                            possible);
                }
            }
        }
    }

    private void add(TierChange change, ReplicaVector next, List<Drawn> possible) {
        if (layout.holds(next)) {
            possible.add(new Drawn(change, Optional.of(next)));
        }
    }
}
