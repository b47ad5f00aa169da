package org.underbase.sim.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.Activity;

class PolicyPassTest {
    private static final int PAGE = 4096;
    private static final int GB = 10;
    /** All pages, and a cache of 10 pages. */
    private static final Sample ALL = new Sample(0, 1);

    private final Batch batch = new Batch(Batch.SIZE);

    private void read(int pages) {
        batch.add(0, Batch.code(Activity.USER_READ, false, false), 1, 0, pages * PAGE, 0, 0);
    }

    private List<Double> hitRates() {
        List<PolicyPass> passes = PolicyPass.of(GB, ALL);
        passes.forEach(pass -> {
            pass.accept(batch);
            pass.finish();
        });
        assertThat(PolicyPass.defect(passes)).isEmpty();
        assertThat(passes).allSatisfy(pass -> assertThat(pass.error()).isZero());
        return passes.stream().map(PolicyPass::hitRate).toList();
    }

    @Test
    void readsThatFitAreHits() {
        read(GB);
        read(GB);

        assertThat(hitRates()).hasSize(8).containsOnly(0.5);
    }

    @Test
    void writesAndReadsForLocalCompactionAreNotCounted() {
        batch.add(0, Batch.code(Activity.FLUSH, false, false), 1, 0, PAGE, 0, 0);
        batch.add(0, Batch.code(Activity.COMPACTION_READ, true, false), 1, 0, PAGE, 0, 0);
        read(1);
        read(1);

        assertThat(hitRates()).containsOnly(0.5);
    }

    @Test
    void deletedFilesAreInNoCache() {
        read(GB);
        batch.add(0, Batch.deleted(), 1, 0, GB * PAGE, 0, 0);
        read(GB);

        assertThat(hitRates()).containsOnly(0.0);
    }

    @Test
    void policiesDifferWhenTheCacheIsTooSmall() {
        for (int i = 0; i < 20; i++) {
            read(GB + 1);
        }

        List<Double> rates = hitRates();
        assertThat(rates.subList(0, 2)).as("LRU and FIFO").containsOnly(0.0);
        assertThat(rates.get(PolicyPass.policies().indexOf("LIRS")))
                .as("LIRS keeps nine of eleven pages")
                .isGreaterThan(0.7);
        assertThat(rates.get(PolicyPass.policies().indexOf("OPT")))
                .as("OPT has 189 hits in 220 reads")
                .isEqualTo(189 / 220.0);
    }

    @Test
    void moreHitsThanOptOmitTheFigureOnly() {
        int allParts = 1 << 10;
        read(allParts);
        read(allParts);
        try (LayeredStudy study = new LayeredStudy(2, PaperDisk.DEFAULT, 3, 1)) {
            study.caches.policies().get(0).accept(batch);
            study.finish();

            assertThat(Figures.of(study, 180))
                    .extracting(Figure::name)
                    .contains("F9")
                    .doesNotContain("Policies");
            assertThat(Figures.omitted(study))
                    .contains("Policies is omitted: a defect of the simulator, LRU with 10 GB has more hits than OPT");
        }
    }

    @Test
    void adjacentChunksOfASampleAreInDifferentParts() {
        int bits = 4;
        int[] chunks = new int[1 << bits];
        for (int file = 0; file < 100; file++) {
            int number = file;
            assertThat(IntStream.range(0, chunks.length).map(chunk -> Sample.part(number, chunk, bits)))
                    .doesNotHaveDuplicates();
            chunks[Sample.part(file, 0, bits)]++;
        }

        assertThat(chunks).as("the first chunks of files are in all parts").doesNotContain(0);
        assertThat(Sample.part(1, 7, 0)).isZero();
    }

    @Test
    void theFigureOmitsCachesThatTheInputDoesNotFill() {
        try (LayeredStudy study = new LayeredStudy(2, PaperDisk.DEFAULT, 3, 1)) {
            study.request(0, Activity.USER_READ, 1, 0, PAGE, false);
            study.finish();

            assertThat(Figures.ofCaches(study, 180))
                    .filteredOn(figure -> figure.name().equals("Policies"))
                    .singleElement()
                    .satisfies(figure -> {
                        assertThat(figure.columns())
                                .startsWith("cache, GB", "LRU, all pages", "LRU", "FIFO")
                                .endsWith("OPT, error")
                                .hasSize(18);
                        assertThat(figure.rows())
                                .allSatisfy(row -> assertThat(row).hasSameSizeAs(figure.columns()));
                        assertThat(figure.rows()).extracting(row -> row.get(0)).containsExactly(10.0, 30.0);
                    });
        }
    }
}
