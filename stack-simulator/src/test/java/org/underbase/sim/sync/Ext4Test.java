package org.underbase.sim.sync;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.underbase.sim.disk.FixedDisk;
import org.underbase.sim.request.Activity;

/** Blocks of files on a disk whose transfers take no time. */
class Ext4Test {
    private static final long SEEK = 10_000_000;
    private static final long FLUSH = 8_000_000;
    private static final FixedDisk DISK = new FixedDisk(Long.MAX_VALUE / 2, SEEK, FLUSH);

    /** Returns the time of an hsync whose last page is new, of a block of some pages. */
    private static long hsyncNanos(int pages) {
        SyncLoad load = new SyncLoad();
        load.request(0, Activity.OTHER_WRITE, 100, 0, 10, false);
        load.request(1_000_000_000, Activity.LOG, 1, 4096 * (pages - 1) - 96, 1000, false);
        return StockSyncs.run(load, DISK).nanos().get(0);
    }

    @Test
    void aNewPageOfALongFileFollowsTheOneBefore() {
        assertThat(hsyncNanos(16)).as("64 KiB").isEqualTo(5 * SEEK + 4 * FLUSH);
        assertThat(hsyncNanos(17)).isEqualTo(4 * SEEK + 4 * FLUSH);
        assertThat(hsyncNanos(10_001)).isEqualTo(4 * SEEK + 4 * FLUSH);
    }
}
