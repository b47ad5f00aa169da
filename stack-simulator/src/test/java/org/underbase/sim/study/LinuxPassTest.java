package org.underbase.sim.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.Activity;

class LinuxPassTest {
    private static final int PAGE = 4096;
    private static final long SECOND = 1_000_000_000L;

    private static int code(Activity activity) {
        return Batch.code(activity, false, false);
    }

    @Test
    void writtenPagesAreHitsUntilTheirFileIsDeleted() {
        LinuxPass pass = new LinuxPass(1, new Sample(0, 1000));
        Batch batch = new Batch(8);
        batch.add(0, code(Activity.FLUSH), 1, 0, 100 * PAGE, 0, 0);
        batch.add(SECOND, code(Activity.USER_READ), 1, 0, 50 * PAGE, 0, 0);
        batch.add(2 * SECOND, Batch.deleted(), 1, 0, 100 * PAGE, 0, 0);
        batch.add(3 * SECOND, code(Activity.USER_READ), 1, 0, 150 * PAGE, 0, 0);
        batch.add(4 * SECOND, code(Activity.COMPACTION_READ), 1, 0, 200 * PAGE, 0, 0);
        pass.accept(batch);

        // Nothing is read ahead.
        assertThat(pass.hitRate()).isEqualTo((50 + 150) / (50.0 + 150 + 200));
    }

    @Test
    void figureTenHasAColumnOnRequest() {
        StudySetup setup = StudySetup.ofTrace(PaperDisk.DEFAULT, 1, 60 * SECOND, 1, 1, 1024);
        for (boolean hasLinux : new boolean[] {false, true}) {
            try (LayeredStudy study = new LayeredStudy(setup, hasLinux)) {
                study.request(0, Activity.FLUSH, 1, 0, PAGE, false);
                study.request(SECOND, Activity.USER_READ, 1, 0, PAGE, false);
                // Fills the smallest write-allocate cache, so that the figure has a row.
                study.request(2 * SECOND, Activity.FLUSH, 2, 0, 2600 * PAGE, true);
                study.finish();
                Figure figure = Figures.ofCaches(study, 1).get(0);

                assertThat(figure.columns().contains("Linux, sample")).isEqualTo(hasLinux);
                List<Double> row = figure.rows().get(0);
                assertThat(row).hasSameSizeAs(figure.columns());
                assertThat(row.get(row.size() - 1))
                        .as("FAST '14 with hints: the flush is in the cache")
                        .isEqualTo(1);
            }
        }
    }
}
