package org.underbase.tier.namenode.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.underbase.tier.policy.QuotaUse;
import org.underbase.tier.policy.TierCounts;
import org.underbase.tier.policy.TierNames;
import org.underbase.tier.policy.TierQuota;

class OpenFileReservationsTest {
    private static final TierNames TIERS = TierNames.parse("fast,disk");
    private static final TierCounts ON_FAST = TierCounts.none(2).plus(0, 2);
    private static final long FILE = 8;
    private static final int BLOCKS = 3;

    private final OpenFileReservations reservations = new OpenFileReservations();
    private final QuotaUse inner = new QuotaUse(2);
    private final QuotaUse outer = new QuotaUse(2);

    private static QuotaLimit limit(QuotaUse use) {
        TierQuota quota = TierQuota.parse("fast=1000");
        return new QuotaLimit(7, quota, quota.on(TIERS), use);
    }

    /** Places a block of 100 bytes with two replicas on fast. */
    private void place() {
        QuotaRoom room = QuotaRoom.of(List.of(limit(inner), limit(outer)), FILE, BLOCKS, 2, 100);
        reservations.placed(
                room, ON_FAST, List.of(inner.reserve(ON_FAST, 100, true), outer.reserve(ON_FAST, 100, true)));
    }

    /** Counts the files below a directory, without the placed block. */
    private void count(QuotaUse use, int blocks) {
        use.begin(0);
        reservations.visited(FILE, blocks, use);
        use.end(1, new long[2], new long[2]);
    }

    @Test
    void aCountRepeatsTheReservationUntilTheBlockIsInItsFile() {
        place();
        count(inner, BLOCKS);
        count(inner, BLOCKS);
        assertThat(inner.used(0)).isEqualTo(200);
        assertThat(inner.wanted(0)).isEqualTo(200);
        assertThat(outer.used(0)).as("not counted").isEqualTo(200);
        count(inner, BLOCKS + 1);
        assertThat(inner.used(0)).isZero();
    }

    @Test
    void aCloseReleasesTheRestOfTheLastBlock() {
        place();
        count(inner, BLOCKS);
        reservations.closed(FILE, OptionalLong.of(30));
        assertThat(inner.used(0)).isEqualTo(60);
        assertThat(outer.used(0)).isEqualTo(60);
        reservations.closed(FILE, OptionalLong.of(30));
        assertThat(inner.used(0)).as("closed again").isEqualTo(60);
    }

    @Test
    void aCloseReleasesNothingThatACountHasReplaced() {
        place();
        count(inner, BLOCKS + 1);
        reservations.closed(FILE, OptionalLong.of(30));
        assertThat(inner.used(0)).isZero();
        assertThat(outer.used(0)).isEqualTo(60);
    }

    @Test
    void aFileWithoutBlocksKeepsTheReservationUntilTheNextCount() {
        place();
        reservations.closed(FILE, OptionalLong.empty());
        assertThat(inner.used(0)).isEqualTo(200);
        count(inner, BLOCKS);
        assertThat(inner.used(0)).isZero();
    }

    @Test
    void forgottenReservationsAreNotRepeated() {
        place();
        reservations.forget();
        count(inner, BLOCKS);
        assertThat(inner.used(0)).isZero();
    }
}
