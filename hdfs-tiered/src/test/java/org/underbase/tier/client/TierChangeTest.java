package org.underbase.tier.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TierChangeTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "Fast", "any", "hybrid", "a b", "../x", "a=1"})
    void whatCannotNameATier(String name) {
        assertThatThrownBy(() -> new TierChange.CreateTier(name)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TierChange.DeleteTier(name)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TierChange.MoveTier("disk", name, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"fast,fast,1", "fast,disk,0", "fast,disk,-1", "fast,disk,513"})
    void whatCannotBeAMove(String from, String to, int replicas) {
        assertThatThrownBy(() -> new TierChange.MoveTier(from, to, replicas))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 513})
    void aNumberOfReplicasToAddOrRemoveIsInItsLimits(int replicas) {
        assertThatThrownBy(() -> new TierChange.AddReplicas("fast", replicas))
                .hasMessage("the number of replicas to add is 1 to 512, not " + replicas);
        assertThatThrownBy(() -> new TierChange.RemoveReplicas("fast", replicas))
                .hasMessage("the number of replicas to remove is 1 to 512, not " + replicas);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"network-aware", "tier-aware", "hybrid", "random", "fast=1,disk=2", " hybrid ", "landing:hybrid"
            })
    void whatIsAPolicy(String policy) {
        assertThat(new TierChange.SetPolicy(policy, 0).policy()).isEqualTo(policy.strip());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "Hybrid", "fast", "fast=0", "fast=1,fast=2", "fast=x", "=1", "fast=600", "landing:random"})
    void whatIsNone(String policy) {
        assertThatThrownBy(() -> new TierChange.SetPolicy(policy, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "513", "99999999999"})
    void aNumberOfReplicasThatIsOutsideIsToldTheLimits(String number) {
        assertThatThrownBy(() -> new TierChange.SetPolicy("fast=" + number, 0))
                .hasMessage(
                        "'fast=" + number + "': the number of replicas is " + number + ", it should be from 1 to 512");
    }

    @Test
    void aVectorAndANumberMustAgree() {
        assertThat(new TierChange.SetPolicy("fast=1,disk=2", 3).replicas()).isEqualTo(3);
        assertThatThrownBy(() -> new TierChange.SetPolicy("fast=1,disk=2", 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("fast=1,disk=2 has 3 replicas, not 2: pass the vector only");
    }
}
