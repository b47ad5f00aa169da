package org.underbase.sim.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.Activity;

class LayeredStudyTest {
    private static final long HOUR = 3_600_000_000_000L;
    private static final int PAGE = 4096;

    private final LayeredStudy study = new LayeredStudy(2, PaperDisk.DEFAULT, 3);

    @Test
    void disksReceiveTheMissesOfTheirSlices() {
        study.request(0, Activity.USER_READ, 1, 0, PAGE, false);
        study.request(HOUR, Activity.USER_READ, 1, 0, 2 * PAGE, false);
        study.request(2 * HOUR, Activity.USER_READ, 2, 0, PAGE, false);
        study.finish();

        SimulatedSystem system = study.system(10, 0, 15);
        int user = Activity.USER_READ.index();
        assertThat(system.statistics().pages(user))
                .as("one miss in the second hour")
                .isOne();
        assertThat(system.foregroundMillis())
                .as("one hit and one miss")
                .isCloseTo((10 + PaperDisk.DEFAULT.transferNanos(PAGE) / 1e6) / 2, within(1e-3));
        assertThat(study.sliceMinutes()).isEqualTo(60);
    }

    @Test
    void writesBypassTheCache() {
        study.request(HOUR, Activity.FLUSH, 1, 0, PAGE, true);
        study.request(HOUR + 1, Activity.COMPACTION_READ, 1, 0, PAGE, false);
        study.finish();

        assertThat(study.counts.touched(Activity.FLUSH.index())).isZero();
        assertThat(study.counts.hits(Activity.COMPACTION_READ.index(), LayeredStudy.size(400)))
                .isZero();
        assertThat(study.receivedBytes).isEqualTo(PAGE);
    }

    @Test
    void aDeletedFileIsInNoCache() {
        study.request(0, Activity.USER_READ, 1, 0, PAGE, false);
        study.deleted(1, 1, PAGE);
        study.request(2, Activity.USER_READ, 1, 0, PAGE, false);
        study.finish();

        assertThat(study.counts.hits(Activity.USER_READ.index(), LayeredStudy.size(400)))
                .isZero();
        assertThat(study.counts.deleted(LayeredStudy.size(10))).isOne();
    }
}
