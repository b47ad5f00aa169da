package org.underbase.tier.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TierQuotaTest {
    @Test
    void textIsParsedAgain() {
        TierQuota quota = TierQuota.none()
                .with("fast", OptionalLong.of(1L << 40))
                .with("disk", OptionalLong.of(0))
                .with("fast", OptionalLong.of(7));
        assertThat(quota).hasToString("disk=0,fast=7");
        assertThat(TierQuota.parse(quota.toString())).isEqualTo(quota);
        assertThat(quota.with("disk", OptionalLong.empty())).hasToString("fast=7");
        assertThat(TierQuota.parse("")).isEqualTo(TierQuota.none()).satisfies(none -> assertThat(none.isEmpty())
                .isTrue());
    }

    @Test
    void largestLimitIsParsedAgain() {
        TierQuota quota =
                TierQuota.none().with("fast", OptionalLong.of(Long.MAX_VALUE)).with("disk", OptionalLong.of(1));
        assertThat(TierQuota.parse(quota.toString())).isEqualTo(quota);
    }

    @Test
    void tiersWithoutLimitAreUnlimited() {
        assertThat(TierQuota.parse("disk=5,removed=1").on(TierNames.parse("fast,disk")))
                .containsExactly(TierQuota.UNLIMITED, 5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fast",
                "fast=",
                "fast=-1",
                "fast=1,fast=2",
                "fast=1,",
                "=1",
                "any=1",
                "fast=9223372036854775808",
                "fast=1000000000000000000000"
            })
    void malformedTextIsRejected(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> TierQuota.parse(text));
    }

    @Test
    void negativeLimitsAreRejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TierQuota(Map.of("fast", -1L)));
    }
}
