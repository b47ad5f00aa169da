package org.underbase.sim.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.Activity;
import org.underbase.sim.study.StackPass.Policy;

class CachePassTest {
    private static final int PAGE = 4096;
    private static final int FILE = 3;

    private final Batch batch = new Batch(Batch.SIZE);

    private void add(long time, Activity activity, boolean received, boolean small, int page) {
        batch.add(time, Batch.code(activity, received, small), FILE, page * PAGE, PAGE, 0, 0);
    }

    @Test
    void theSampleHasTheHitRatesOfAllPages() {
        try (LayeredStudy study = new LayeredStudy(8, PaperDisk.DEFAULT, 1, 1)) {
            SplittableRandom random = new SplittableRandom(4);
            int block = 34 << 10;
            for (int i = 0; i < 1_000_000; i++) {
                int file = (int) (200 * Math.pow(random.nextDouble(), 2));
                study.request(i, Activity.USER_READ, file, random.nextInt(4_000) * block, block, false);
            }
            study.finish();

            for (int size : new int[] {10, 20}) {
                assertThat(study.caches.stack(Policy.NO_WRITE_ALLOCATE, false).hitRate(size))
                        .as("%d GB", size)
                        .isCloseTo(study.hitRate(size), within(0.01));
            }
            assertThat(study.hitRate(10)).isBetween(0.2, 0.9);
            assertThat(study.caches.policies()).first().satisfies(lru -> {
                assertThat(lru.hitRate()).as("parts of the sample").isCloseTo(study.hitRate(10), within(0.02));
                assertThat(lru.error()).isGreaterThan(0).isLessThan(0.02);
            });
            assertThat(study.caches.crash(100).hitRate())
                    .as("RAM and flash are one cache")
                    .isEqualTo(
                            study.caches.stack(Policy.NO_WRITE_ALLOCATE, false).hitRate(100));
        }
    }

    @Test
    void aGroupOfChunksBecomesOneChunk() {
        for (int group = 0; group < 100; group++) {
            int first = group * Sample.PAPER.rate();
            int[] sampled = IntStream.range(first, first + Sample.PAPER.rate())
                    .filter(chunk -> Sample.PAPER.contains(FILE, chunk))
                    .toArray();
            assertThat(sampled).hasSize(1);
            int offset = (sampled[0] << Sample.CHUNK_BITS) + 5;
            assertThat(Sample.PAPER.offset(offset)).isEqualTo((group << Sample.CHUNK_BITS) + 5);
            assertThat(Sample.PAPER.length(offset + 1)).isEqualTo((group + 1) << Sample.CHUNK_BITS);
        }
    }

    @Test
    void policiesDifferInTheWrittenPagesThatTheyCache() {
        add(0, Activity.FLUSH, false, true, 0);
        add(0, Activity.FLUSH, true, true, 1);
        add(0, Activity.COMPACTION_WRITE, false, false, 2);
        add(0, Activity.COMPACTION_WRITE, false, true, 3);
        for (int page = 0; page < 4; page++) {
            add(1, Activity.USER_READ, false, true, page);
        }

        assertThat(hits(Policy.NO_WRITE_ALLOCATE)).isZero();
        assertThat(hits(Policy.HINTS)).as("primary replicas of small files").isEqualTo(2);
        assertThat(hits(Policy.WRITE_ALLOCATE)).isEqualTo(4);
    }

    private double hits(Policy policy) {
        StackPass pass = new StackPass(policy, false, Sample.PAPER);
        pass.accept(batch);
        return pass.hitRate(10) * 4;
    }

    @Test
    void localCompactionReadsTheReplicasOfOtherMachines() {
        add(0, Activity.COMPACTION_READ, true, false, 0);
        StackPass without = new StackPass(Policy.NO_WRITE_ALLOCATE, false, Sample.PAPER);
        StackPass with = new StackPass(Policy.NO_WRITE_ALLOCATE, true, Sample.PAPER);
        without.accept(batch);
        with.accept(batch);

        assertThat(without.diskReads(10)).isZero();
        assertThat(with.diskReads(10)).isEqualTo(PAGE * Sample.PAPER.rate());
    }

    @Test
    void aCrashLosesThePagesInRamOnly() {
        for (int hour :
                new int[] {0, CrashPass.crashHour(0) - 1, CrashPass.crashHour(0), CrashPass.crashHour(1) - 20}) {
            add(hour * Slices.HOUR, Activity.USER_READ, false, true, 0);
        }
        CrashPass ram = new CrashPass(0, Sample.PAPER);
        CrashPass flash = new CrashPass(100, Sample.PAPER);
        ram.accept(batch);
        flash.accept(batch);

        assertThat(ram.crashes()).isOne();
        assertThat(flash.hitRate()).isEqualTo(0.75);
        assertThat(ram.hitRate()).isEqualTo(0.5);
        assertThat(ram.extraReads(flash)).isEqualTo(PAGE * Sample.PAPER.rate());
        assertThat(ram.recoveryHours(flash)).isOne();
    }
}
