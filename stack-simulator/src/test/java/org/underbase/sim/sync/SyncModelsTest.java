package org.underbase.sim.sync;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.underbase.sim.disk.FixedDisk;
import org.underbase.sim.request.Activity;

/** Models of hsyncs on a disk whose transfers take no time. */
class SyncModelsTest {
    private static final long MILLI = 1_000_000;
    private static final long SEEK = 10 * MILLI;
    private static final long FLUSH = 8 * MILLI;
    private static final FixedDisk DISK = new FixedDisk(Long.MAX_VALUE / 2, SEEK, FLUSH);
    private static final long SEGMENT = 1 << 20;

    private final SyncLoad load = new SyncLoad();

    SyncModelsTest() {
        // Begins the load.
        load.request(0, Activity.OTHER_WRITE, 100, 0, 10, false);
    }

    private void sync(long millis, int log, int offset, int length) {
        load.request(millis * MILLI, Activity.LOG, log, offset, length, false);
    }

    @Test
    void anHsyncOfStockIsTwoFsyncsOfWhichTheSecondOnlyFlushes() {
        sync(1000, 1, 100, 1000);
        assertThat(StockSyncs.run(load, DISK).nanos()).containsExactly(3 * SEEK + 3 * FLUSH);
    }

    @Test
    void aNewPageIsElsewhereAndNeedsASecondCommit() {
        sync(1000, 1, 4000, 1000);
        assertThat(StockSyncs.run(load, DISK).nanos()).containsExactly(5 * SEEK + 4 * FLUSH);
    }

    @Test
    void concurrentHsyncsOfStockShareCommits() {
        sync(1000, 1, 100, 1000);
        sync(1000, 2, 100, 1000);
        long first = StockSyncs.run(load, DISK).nanos().get(1);
        assertThat(first).isBetween(3 * SEEK + 3 * FLUSH, 5 * SEEK + 5 * FLUSH);
    }

    @Test
    void aRecordIsOneSequentialWriteAndAFlush() {
        sync(1000, 1, 100, 1000);
        sync(2000, 1, 1100, 1000);
        assertThat(JournaledSyncs.run(load, DISK, SEGMENT).nanos()).containsExactly(SEEK + FLUSH, FLUSH);
    }

    @Test
    void recordsThatArriveDuringACommitShareTheNextOne() {
        sync(1000, 1, 100, 1000);
        sync(1005, 2, 100, 1000);
        sync(1006, 3, 100, 1000);
        assertThat(JournaledSyncs.run(load, DISK, SEGMENT).nanos())
                .containsExactly(SEEK + FLUSH, 13 * MILLI + FLUSH, 12 * MILLI + FLUSH);
    }

    @Test
    void aCommitWaitsForTheWritersOfTheLastOnes() {
        sync(1000, 1, 100, 1000);
        sync(1005, 2, 100, 1000);
        // Commits end at 1018 and 1026.
        sync(1100, 1, 1100, 1000);
        sync(1101, 2, 1100, 1000);
        assertThat(JournaledSyncs.run(load, DISK, SEGMENT).nanos().subList(2, 4))
                .containsExactly(1 * MILLI + FLUSH, FLUSH);
    }

    @Test
    void journalBytesAreWholePagesAndDataIsWrittenBack() {
        sync(1000, 1, 0, 1000);
        sync(2000, 1, 1000, 8000);
        SyncTimes times = JournaledSyncs.run(load, DISK, SEGMENT);
        // Pages of 1 and 3; a commit of the journal file's inode after 5 s: descriptor, inode, commit record; its
        // place.
        assertThat(times.journalBytes()).isEqualTo((1 + 3 + 3 + 1) * 4096);
        // Three pages of the block and its checksums, of the other block, two commits, and the places of their blocks.
        assertThat(times.dataBytes()).isEqualTo((3 + 1 + 1 + 1 + 3 + 5 + 1 + 3) * 4096);
    }

    @Test
    void aFullSegmentIsLeftForANewOne() {
        for (int i = 0; i < 20; i++) {
            sync(1000 + 1000 * i, 1, 100 * i, 100);
        }
        SyncTimes times = JournaledSyncs.run(load, DISK, 10 * 4096);
        assertThat(times.nanos()).hasSize(20);
        assertThat(times.journalBytes()).isGreaterThanOrEqualTo((20 + 2) * 4096);
    }
}
