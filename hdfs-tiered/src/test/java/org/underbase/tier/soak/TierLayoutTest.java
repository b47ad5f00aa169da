package org.underbase.tier.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.underbase.tier.policy.ReplicaVector;

class TierLayoutTest {
    @Test
    void holdsVectorsWithANodePerReplicaAndTwoRacks() {
        TierLayout layout = TierLayout.FULL;
        assertThat(layout.holds(ReplicaVector.parse("fast=2,cold=1"))).isTrue();
        assertThat(layout.holds(ReplicaVector.parse("fast=3"))).isTrue();
        assertThat(layout.holds(ReplicaVector.parse("cold=3"))).isFalse();
        assertThat(layout.holds(ReplicaVector.parse("disk=4"))).isFalse();
        assertThat(TierLayout.SMALL.holds(ReplicaVector.parse("fast=2,disk=1"))).isTrue();
    }

    @Test
    void listsAllVectorsOfTwoOrThreeReplicas() {
        // Compare vectors, not their texts: the tiers of a vector have no order.
        assertThat(TierLayout.SMALL.vectors())
                .containsExactlyInAnyOrder(
                        ReplicaVector.parse("disk=2"),
                        ReplicaVector.parse("disk=3"),
                        ReplicaVector.parse("fast=1,disk=1"),
                        ReplicaVector.parse("fast=1,disk=2"),
                        ReplicaVector.parse("fast=2"),
                        ReplicaVector.parse("fast=2,disk=1"),
                        ReplicaVector.parse("fast=3"));
        assertThat(TierLayout.FULL.vectors()).allMatch(TierLayout.FULL::holds).doesNotHaveDuplicates();
    }
}
