package org.underbase.tier.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators and users write: tiers, vectors, policies. */
class NamesTest {
    private static final TierNames TIERS = TierNames.parse("fast, ssd,disk");
    private static final String ALPHABET = "abz09-_=,, \t.+٣é\0any=1fast=2";

    @Test
    void ranksFollowTheOrder() {
        assertThat(TIERS.names()).containsExactly("fast", "ssd", "disk");
        assertThat(TIERS.rank("disk")).isEqualTo(2);
        assertThat(TIERS.name(0)).isEqualTo("fast");
        assertThat(TIERS.rank("tape")).isEqualTo(TierNames.UNKNOWN);
        assertThat(TierNames.parse(TIERS.toString())).isEqualTo(TIERS).hasSameHashCodeAs(TIERS);
        assertThat(TierNames.parse(" ")).isEqualTo(TierNames.none());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TIERS.requireRank("tape"))
                .withMessage("unknown tier 'tape': expected fast, ssd, disk");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",", "a,", "a,,b", "a,a", "A", "1a", "any", "random", "hybrid", "none", "unknown", "a b", "é", "a=1"
            })
    void refusesTiers(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> TierNames.parse(text));
    }

    @Test
    void refusesTooManyAndTooLong() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            names.add("t" + i);
        }
        assertThat(TierNames.of(names).size()).isEqualTo(16);
        names.add("t16");
        assertThatIllegalArgumentException().isThrownBy(() -> TierNames.of(names));
        TierNames.check("a".repeat(32));
        assertThatIllegalArgumentException().isThrownBy(() -> TierNames.check("a".repeat(33)));
    }

    @Test
    void vectorsReadWhatTheyPrint() {
        Random random = new Random(Seeds.seed());
        for (int i = 0; i < 10_000; i++) {
            ReplicaVector vector = PlacementCase.vector(random, TIERS);
            assertThat(ReplicaVector.parse(vector.toString()))
                    .as("seed %s", Seeds.seed())
                    .isEqualTo(vector)
                    .hasSameHashCodeAs(vector);
            assertThat(ReplicaVector.of(vector.on(TIERS), TIERS)).isEqualTo(vector);
            assertThat(PlacementPolicy.parse(vector.toString(), TIERS)).isEqualTo(new PlacementPolicy.Vector(vector));
            assertThat(vector.on(TIERS).sum()).isEqualTo(vector.sum());
        }
    }

    @Test
    void vectorsAreEqualInAnyOrder() {
        ReplicaVector vector = ReplicaVector.parse(" disk = 2 , fast=1,ssd=0,any=1");
        assertThat(vector).isEqualTo(ReplicaVector.parse("fast=1,any=1,disk=2")).hasToString("disk=2,fast=1,any=1");
        assertThat(vector.sum()).isEqualTo(4);
        assertThat(vector.count("any")).isEqualTo(1);
        assertThat(vector.plus("disk", -2)).hasToString("fast=1,any=1");
        assertThat(vector.plus("any", 1).any()).isEqualTo(2);
        assertThat(ReplicaVector.anywhere(3)).hasToString("any=3");
        assertThatIllegalArgumentException().isThrownBy(() -> vector.plus("fast", -2));
        assertThatIllegalArgumentException().isThrownBy(() -> vector.plus("any", Integer.MAX_VALUE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "=",
                "fast",
                "fast=",
                "=1",
                "fast=1,",
                "fast=1,fast=1",
                "fast=-1",
                "fast=+1",
                "fast=1.0",
                "fast=٣",
                "fast=513",
                "fast=0",
                "any=0",
                "fast=99999999999",
                "fast=500,disk=13",
                "random=1",
                "fast=1=2",
                "FAST=1"
            })
    void refusesVectors(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ReplicaVector.parse(text));
    }

    @Test
    void policiesReadWhatTheyPrint() {
        for (String word : List.of(
                "network-aware",
                "tier-aware",
                "hybrid",
                "random",
                "fast=1,disk=2",
                "landing:hybrid",
                "landing:fast=1,disk=2")) {
            assertThat(PlacementPolicy.parse(" " + word + " ", TIERS)).hasToString(word);
        }
        for (RetrievalPolicy policy : RetrievalPolicy.values()) {
            assertThat(RetrievalPolicy.parse(policy.toString())).isEqualTo(policy);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> RetrievalPolicy.parse("fastest"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PlacementPolicy.parse("tape=1", TIERS))
                .withMessageContaining("unknown tier 'tape'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PlacementPolicy.parse("fastest", TIERS))
                .withMessageContaining("'fastest' is not a policy");
    }

    @Test
    void noiseIsReadOrRefusedInOneLine() {
        Random random = new Random(Seeds.seed());
        for (int i = 0; i < 50_000; i++) {
            StringBuilder noise = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                noise.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
            }
            String text = noise.toString();
            try {
                ReplicaVector vector = ReplicaVector.parse(text);
                assertThat(ReplicaVector.parse(vector.toString())).isEqualTo(vector);
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).as("seed %s", Seeds.seed()).isNotBlank();
            }
            try {
                TierNames names = TierNames.parse(text);
                assertThat(TierNames.parse(names.toString())).isEqualTo(names);
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).as("seed %s", Seeds.seed()).isNotBlank();
            }
            try {
                assertThat(PlacementPolicy.parse(text, TIERS).toString()).isNotBlank();
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).as("seed %s", Seeds.seed()).isNotBlank();
            }
        }
    }
}
