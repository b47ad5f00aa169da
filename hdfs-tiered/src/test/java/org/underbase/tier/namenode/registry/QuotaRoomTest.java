package org.underbase.tier.namenode.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.tier.policy.QuotaUse;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.policy.TierQuota;

class QuotaRoomTest {
    private static final TierNames TIERS = TierNames.parse("fast,disk");

    private static QuotaLimit limit(String quota, boolean counted, long used) {
        QuotaUse use = new QuotaUse(2);
        if (counted) {
            use.begin(0);
            use.end(1, new long[] {used, used}, new long[] {used, used});
        }
        TierQuota parsed = TierQuota.parse(quota);
        return new QuotaLimit(7, parsed, parsed.on(TIERS), use);
    }

    private static QuotaRoom room(QuotaLimit... limits) {
        return QuotaRoom.of(List.of(limits), 8, 0, 2, 10);
    }

    @Test
    void theSmallestQuotaDecides() {
        QuotaRoom room = room(limit("fast=100", true, 75), limit("fast=100", true, 50));
        assertThat(room.limited()).isTrue();
        assertThat(room.without(2)).isEqualTo(new BitSet());
        assertThat(room.without(3).stream()).containsExactly(0);
        assertThat(room.fit(TierCounts.none(2).plus(0, 3).plus(1, 3)))
                .isEqualTo(TierCounts.none(2).plus(0, 2).plus(1, 3));
    }

    @Test
    void chosenReplicasTakeTheRoom() {
        QuotaRoom room = room(limit("fast=20", true, 5));
        assertThat(room.admits(0)).isTrue();
        room.take(0, 1);
        room.take(1, 5);
        assertThat(room.refused()).isFalse();
        assertThat(room.has(0)).isFalse();
        assertThat(room.refused()).as("not asked for").isFalse();
        assertThat(room.admits(0)).isFalse();
        assertThat(room.admits(1)).isTrue();
        assertThat(room.admits(TierNames.UNKNOWN)).isTrue();
        assertThat(room.refused()).isTrue();
        room.take(0, -1);
        assertThat(room.admits(0)).isTrue();
        room.take(0, 1);
        room.open();
        assertThat(room.admits(0)).isTrue();
        assertThat(room.without(3)).isEqualTo(new BitSet());
    }

    @Test
    void anUnknownUseLimitsPlacementsOfNewBlocksOnlyLater() {
        QuotaLimit unknown = limit("fast=0", false, 0);
        assertThat(room(unknown).admits(0)).isTrue();
        assertThat(unknown.fits(0, 1)).as("moves wait").isFalse();
        assertThat(unknown.excess(0)).isZero();
    }

    @Test
    void anExceededQuotaHasNoRoom() {
        QuotaLimit exceeded = limit("fast=10", true, 25);
        assertThat(room(exceeded).admits(0)).isFalse();
        assertThat(exceeded.excess(0)).isEqualTo(15);
        assertThat(exceeded.excess(1)).isZero();
        assertThat(exceeded.overcommitted(0, 0)).isTrue();
        assertThat(exceeded.overcommitted(1, 1L << 60)).isFalse();
        assertThat(exceeded.fits(1, 1L << 60)).isTrue();
    }

    @Test
    void filesWithoutQuotaHaveRoom() {
        QuotaRoom room = QuotaRoom.unlimited();
        assertThat(room.limited()).isFalse();
        assertThat(room.admits(0)).isTrue();
        room.take(0, 1);
        assertThat(room.without(5)).isEqualTo(new BitSet());
        assertThat(room.fit(TierCounts.none(2).plus(0, 3)))
                .isEqualTo(TierCounts.none(2).plus(0, 3));
    }
}
