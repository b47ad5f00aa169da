package org.underbase.tier.namenode.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.tier.policy.PlacementCheck.Fault;
import org.underbase.tier.policy.PlacementCheck.Shift;
import org.underbase.tier.policy.QuotaUse;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.policy.TierQuota;

/** Moves to the tier fast, which has a quota of 10 bytes. */
class WithheldMoveTest {
    private static final TierNames TIERS = TierNames.parse("fast,disk");
    private static final Shift TO_FAST = new Shift(0, 0, Fault.TIER);

    private final QuotaUse use = new QuotaUse(2);
    private final TierQuota quota = TierQuota.parse("fast=10");
    private final List<QuotaLimit> quotas = List.of(new QuotaLimit(7, quota, quota.on(TIERS), use));

    private void count(long used, long wanted) {
        use.begin(0);
        use.end(1, new long[] {used, 0}, new long[] {wanted, 0});
    }

    private String reason(long bytes) {
        return WithheldMove.of(quotas, TO_FAST, bytes).orElseThrow().reason(TIERS);
    }

    @Test
    void unknownUseIsTheReasonUntilTheFilesAreCounted() {
        assertThat(reason(1)).startsWith("the use of a quota on the tier 'fast' is not known yet: ");
        assertThat(WithheldMove.isLasting(quotas, TO_FAST)).isFalse();
        count(9, 9);
        assertThat(WithheldMove.of(quotas, TO_FAST, 1)).isEmpty();
    }

    @Test
    void missingSpaceIsTheReasonAfterwards() {
        count(9, 20);
        assertThat(reason(2)).isEqualTo("a quota leaves no space on the tier 'fast' (see hdfs tier -quota)");
        assertThat(WithheldMove.isLasting(quotas, TO_FAST)).isTrue();
    }

    @Test
    void movesToOtherTiersAndWithinATierAreNotWithheld() {
        count(9, 20);
        assertThat(WithheldMove.of(quotas, new Shift(0, 1, Fault.TIER), 100)).isEmpty();
        assertThat(WithheldMove.of(quotas, new Shift(0, 0, Fault.NODE), 100)).isEmpty();
        assertThat(WithheldMove.of(quotas, new Shift(0, TierNames.UNKNOWN, Fault.TIER), 100))
                .isEmpty();
    }
}
