package org.underbase.sim.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LinuxCacheTest {
    private static final int PAGE = CacheSettings.PAGE;
    private static final long SECOND = 1_000_000_000L;
    private static final int SIZE = 1000;
    private static final int CASES = 3_000;

    private final Map<WriteCause, Long> written = new EnumMap<>(WriteCause.class);
    private final List<String> runs = new ArrayList<>();
    private long needed;
    private long ahead;
    private final LinuxCache cache = new LinuxCache(CacheSettings.defaults(SIZE, 0), new DiskRequests() {
        @Override
        public void read(long time, int file, int first, int pages, boolean isAhead) {
            needed += isAhead ? 0 : pages;
            ahead += isAhead ? pages : 0;
            runs.add("read " + first + "+" + pages);
        }

        @Override
        public void write(long time, int file, int first, int pages, WriteCause cause) {
            written.merge(cause, (long) pages, Long::sum);
            runs.add(time / SECOND + " write " + first + "+" + pages);
        }
    });

    private void scan(int file, int pages) {
        for (int page = 0; page < pages; page++) {
            cache.read(0, file, page * PAGE, PAGE, pages);
        }
    }

    @Test
    void cacheEqualsAPageLevelSimulation() {
        for (long seed = 0; seed < CASES; seed++) {
            assertThat(LinuxOracle.difference(seed)).as("seed %d", seed).isEmpty();
        }
    }

    @Test
    void twoScansOfAFileThatIsMuchLargerThanTheCacheHitOnlyPagesReadAhead() {
        scan(1, 10 * SIZE);
        scan(1, 10 * SIZE);

        assertThat(needed + ahead).isEqualTo(2L * 10 * SIZE);
        assertThat(cache.misses() + cache.hits()).isEqualTo(2L * 10 * SIZE);
    }

    @Test
    void aFileThatWasReadTwiceStaysDuringAScan() {
        scan(1, SIZE / 4);
        scan(1, SIZE / 4);
        scan(2, 20 * SIZE);
        long before = needed + ahead;
        scan(1, SIZE / 4);

        assertThat(needed + ahead).isEqualTo(before);
    }

    @Test
    void aFileThatWasReadOnceDoesNotStayDuringAScan() {
        scan(1, SIZE / 4);
        scan(2, 2 * SIZE);
        long before = needed + ahead;
        scan(1, SIZE / 4);

        assertThat(needed + ahead).isEqualTo(before + SIZE / 4);
    }

    /** Pages that are read in turn with more other ones than the inactive list has never have two reads without an eviction. */
    @Test
    void pagesThatAreReadAgainSoonAfterTheirEvictionBecomeActive() {
        scan(1, SIZE / 3);
        scan(1, SIZE / 3);
        for (int i = 0; i < 10; i++) {
            scan(2, SIZE * 9 / 10);
        }
        long before = needed + ahead;
        scan(2, SIZE * 9 / 10);

        assertThat(needed + ahead).isEqualTo(before);
    }

    @Test
    void theWindowOfASequentialReaderGrowsTo128Kilobytes() {
        for (int page = 10; page < 13; page++) {
            cache.read(0, 1, page * PAGE, PAGE, SIZE);
        }
        assertThat(runs).containsExactly("read 10+1", "read 11+1", "read 12+3", "read 15+8");
        runs.clear();
        for (int page = 13; page < 100; page++) {
            cache.read(0, 1, page * PAGE, PAGE, SIZE);
        }
        assertThat(runs).containsExactly("read 23+16", "read 39+32", "read 71+32", "read 103+32");
    }

    @Test
    void readsAtRandomPositionsReadNothingAhead() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100; i++) {
            cache.read(0, i, (2 + random.nextInt(1000)) * PAGE, PAGE, SIZE);
        }

        assertThat(ahead).isZero();
    }

    @Test
    void aFileThatIsDeletedBeforeThirtySecondsIsNeverWritten() {
        cache.write(0, 1, 0, 50 * PAGE);
        cache.delete(29 * SECOND, 1, 50);
        cache.advance(100 * SECOND);

        assertThat(runs).isEmpty();
        assertThat(cache.deletedDirty()).isEqualTo(50);
    }

    @Test
    void aFileIsWrittenByTheFirstRunOfTheFlusherAfterThirtySeconds() {
        cache.write(SECOND, 1, 0, 20 * PAGE);
        cache.write(20 * SECOND, 1, 20 * PAGE, 20 * PAGE);
        cache.write(20 * SECOND, 2, 0, PAGE);
        cache.advance(40 * SECOND);

        assertThat(runs).containsExactly("31 write 0+40");
    }

    @Test
    void eachSyncWritesThePagesSinceTheLastOneAndTheSharedPage() {
        int record = 1000;
        long pages = 0;
        for (int i = 0; i < 500; i++) {
            cache.write(i, 1, i * record, record);
            cache.sync(i, 1);
            pages += ((i + 1) * record - 1) / PAGE - i * record / PAGE + 1;
        }
        cache.advance(100 * SECOND);

        assertThat(written).containsExactly(Map.entry(WriteCause.SYNC, pages));
    }

    @Test
    void manyDirtyPagesAreWrittenAtOnceDownToTheBackgroundLimit() {
        cache.write(0, 1, 0, 300 * PAGE);

        assertThat(written.keySet()).containsExactly(WriteCause.BACKGROUND);
        assertThat(cache.dirty()).isLessThanOrEqualTo(SIZE / 10);
    }

    @Test
    void writersWaitWhenTheDisksAreSlowerThanTheWrites() {
        List<WriteCause> causes = new ArrayList<>();
        LinuxCache slow = new LinuxCache(CacheSettings.defaults(20 * SIZE, 100), new DiskRequests() {
            @Override
            public void read(long time, int file, int first, int pages, boolean isAhead) {}

            @Override
            public void write(long time, int file, int first, int pages, WriteCause cause) {
                causes.add(cause);
            }
        });
        slow.write(0, 1, 0, 10 * SIZE * PAGE);

        assertThat(causes).contains(WriteCause.LIMIT).doesNotContain(WriteCause.RECLAIM);
        assertThat(slow.dirty()).isLessThanOrEqualTo(4 * SIZE);
    }

    @Test
    void adviceDropsPagesAfterTheirWrite() {
        cache.write(0, 1, 0, 50 * PAGE);
        cache.dontNeed(0, 1, 40);
        assertThat(written).containsExactly(Map.entry(WriteCause.ADVICE, 40L));
        assertThat(cache.used()).isEqualTo(50);

        cache.dontNeed(0, 1, 45);
        assertThat(cache.used()).isEqualTo(10);
    }

    @Test
    void writesThatAreNeverReadDoNotEvictActivePages() {
        scan(1, SIZE / 4);
        scan(1, SIZE / 4);
        for (int i = 0; i < 20; i++) {
            cache.write(i * SECOND, 2, i * 1000 * PAGE, 1000 * PAGE);
        }
        long before = needed + ahead;
        scan(1, SIZE / 4);

        assertThat(needed + ahead).isEqualTo(before);
    }
}
