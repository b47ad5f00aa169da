package org.underbase.sim.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.underbase.sim.disk.FixedDisk;

/** Write-back to a disk whose transfers take no time. */
class WriteBackTest {
    private final Events events = new Events();
    private final Set<Integer> written = new HashSet<>();
    private final EventDisk disk = new EventDisk(
            events, new FixedDisk(Long.MAX_VALUE / 2, 10, 8), (file, pages, isWrite, wait, seek) -> written.add(file));
    private final Ext4 ext4 = new Ext4(events, disk);
    private final WriteBack writeBack = new WriteBack(events, disk, ext4);

    private void write(int seconds, int block, int offset, int length) {
        events.at(TimeUnit.SECONDS.toNanos(seconds), () -> writeBack.write(block, offset, length, () -> {}));
    }

    private static DiskUse writes(int pages, int writes, int flushes, int seeks) {
        long busy = 10L * seeks + 8L * flushes;
        return new DiskUse(0, 4096L * pages, 0, writes, flushes, seeks, busy);
    }

    @Test
    void filesAreWrittenOnceAndEachChangeIsCommitted() {
        write(0, 3, 4000, 1000);
        write(1, 3, 5000, 10_000);
        events.run();
        // Pages of data and checksums. A commit of the inodes after 5 s, 2 + 1 pages, and one of the new blocks after
        // 37.5 s,
        // 4 + 1 pages. The places of 1 and of 3 blocks. A commit record follows its blocks without a seek.
        assertThat(disk.use()).isEqualTo(writes(4 + 1 + 3 + 5 + 1 + 3, 2 + 4 + 4, 4, 2 + 2 + 4));
    }

    @Test
    void fsyncsCommitOncePerBlock() {
        write(0, 1, 0, 100);
        write(0, 2, 0, 100);
        events.at(1, writeBack::fsyncEach);
        events.run();
        // Per block, a commit of the inodes, new blocks included, with 4 + 1 pages, and a flush for the checksums; at
        // last
        // the places of 3 blocks.
        assertThat(disk.use()).isEqualTo(writes(2 * (2 + 5) + 3, 2 * 4 + 3, 2 * 3, 2 * 3 + 3));
    }

    @Test
    void aBlockIsNotFsyncedAfterItsDeletion() {
        write(0, 1, 0, 100);
        write(0, 2, 0, 100);
        events.at(1, writeBack::fsyncEach);
        events.at(2, () -> writeBack.delete(2));
        events.run();

        assertThat(written).contains(1, WriteBack.checksums(1)).doesNotContain(2, WriteBack.checksums(2));
    }

    @Test
    void aWriteThatWaitsForACommitDoesNotSurviveTheDeletion() {
        write(0, 1, 0, 100);
        events.at(1, writeBack::fsyncEach);
        // The blocks of the journal are written from 11 to 21.
        events.at(15, () -> writeBack.write(2, 0, 100, () -> {}));
        events.at(16, () -> writeBack.delete(2));
        events.run();

        assertThat(written).contains(1).doesNotContain(2, WriteBack.checksums(2));
    }

    @Test
    void anHsyncEndsWithoutTheDeletedFile() {
        List<Long> ends = new ArrayList<>();
        events.at(1, () -> new StockSyncs(ext4).sync(new SyncLoad.Write(1, 1, 100, 100), () -> ends.add(events.now())));
        events.at(2, () -> writeBack.delete(1));
        events.run();

        assertThat(ends).hasSize(1);
        assertThat(written).contains(WriteBack.checksums(1)).doesNotContain(1);
    }
}
