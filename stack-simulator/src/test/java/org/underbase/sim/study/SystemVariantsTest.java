package org.underbase.sim.study;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.underbase.sim.cache.StackListener;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.request.Activity;

class SystemVariantsTest {
    private static final int PAGE = 4096;
    private static final Hardware HARDWARE = new Hardware(10, 1, 2);
    private static final PaperDisk DISK = PaperDisk.DEFAULT;
    private static final int USER = Activity.USER_READ.index();
    private static final int LOG = Activity.LOG.index();
    private static final int COMPACTION = Activity.COMPACTION_WRITE.index();

    private final Batch batch = new Batch(Batch.SIZE);

    @BeforeEach
    void beginSlice() {
        batch.slice = 0;
        batch.measured = true;
    }

    private void add(long time, Activity activity, int file, int offset, int length) {
        batch.add(time, Batch.code(activity, false, false), file, offset, length, StackListener.COLD, 0);
    }

    private static Slice simulate(SimulatedSystem system, Batch... batches) {
        for (Batch each : batches) {
            system.accept(each);
        }
        system.finish();
        return system.sum();
    }

    @Test
    void aCombinedLogHasNoSeeksBetweenLogs() {
        for (int i = 0; i < 100; i++) {
            add(i * 100_000L, Activity.LOG, i % 2 * 2, i / 2 * PAGE, PAGE);
        }

        double two = simulate(new SimulatedSystem(HARDWARE, DISK), batch).executionMillis(Activity.LOG);
        Slice one = simulate(new CombinedLogSystem(HARDWARE, DISK), batch);

        assertThat(two).isGreaterThan(0.1);
        assertThat(one.statistics().pages(LOG)).isEqualTo(100);
        assertThat(one.executionMillis(Activity.LOG))
                .as("one seek, 100 transfers")
                .isLessThan(0.15);
    }

    @Test
    void bufferedFilesReachNoDisk() {
        create(1, 4, 2 * PAGE);
        add(1, Activity.COMPACTION_WRITE, 1, 0, 2 * PAGE);
        add(2, Activity.USER_READ, 1, 0, PAGE);
        create(2, 5, PAGE);
        add(3, Activity.COMPACTION_WRITE, 2, 0, PAGE);

        Slice slice = simulate(new BufferedSystem(HARDWARE, DISK, 5), batch);

        assertThat(slice.statistics().pages(COMPACTION)).as("the larger file").isOne();
        assertThat(slice.statistics().pages(USER)).isZero();
        assertThat(slice.foregroundMillis()).as("flash").isEqualTo(0.5);
    }

    @Test
    void theOldestFilesLeaveAFullBuffer() {
        create(1, 1, PAGE);
        add(1, Activity.COMPACTION_WRITE, 1, 0, PAGE);
        for (int file = 2; file < 6; file++) {
            create(file, 256, 256 << 20);
        }

        Slice slice = simulate(new BufferedSystem(HARDWARE, DISK, Integer.MAX_VALUE), batch);

        assertThat(slice.statistics().pages(COMPACTION)).isOne();
    }

    private void create(int file, int megabytes, int length) {
        int code = Batch.created(Batch.code(Activity.COMPACTION_WRITE, false, false));
        batch.add(0, code, file, megabytes, length, StackListener.COLD, 0);
    }

    @Test
    void jitterDelaysEachRequestOnce() {
        Batch second = new Batch(Batch.SIZE);
        second.slice = 0;
        second.measured = true;
        for (int i = 0; i < 1_000; i++) {
            add(i * 1_000_000L, Activity.LOG, 0, i * PAGE, PAGE);
            int code = Batch.code(Activity.LOG, false, false);
            second.add((1_000 + i) * 1_000_000L, code, 0, (1_000 + i) * PAGE, PAGE, StackListener.COLD, 0);
        }

        Slice in = simulate(new SimulatedSystem(HARDWARE, DISK), batch, second);
        Slice shifted = simulate(new JitterSystem(HARDWARE, DISK, 10_000_000), batch, second);

        assertThat(shifted.statistics().requests(LOG)).isEqualTo(in.statistics().requests(LOG));
        assertThat(shifted.executionMillis(Activity.LOG))
                .as("requests in another order seek")
                .isGreaterThan(in.executionMillis(Activity.LOG));
    }

    @Test
    void jitterDelaysThePiecesOfACallTogether() {
        for (int page = 0; page < 50; page++) {
            add(0, Activity.USER_READ, 1, page * PAGE, PAGE);
        }

        Slice in = simulate(new SimulatedSystem(HARDWARE, DISK), batch);
        Slice shifted = simulate(new JitterSystem(HARDWARE, DISK, 10_000_000), batch);

        assertThat(shifted.executionMillis(Activity.USER_READ)).isEqualTo(in.executionMillis(Activity.USER_READ));
    }
}
