package org.underbase.sim.study;

import java.util.SplittableRandom;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.disk.DiskModel;

/**
 * System that receives each call after a random time, which is too short to change the contents of caches. The pieces into
 * which the caches divide a read stay together.
 */
final class JitterSystem extends SimulatedSystem {
    private final long longest;
    private final SplittableRandom random = new SplittableRandom(1);
    private final Batch delayed = new Batch(2 * Batch.SIZE);
    private final Batch due = new Batch(2 * Batch.SIZE);
    private long time = -1;
    private int file;
    private int end;
    private long delay;

    /**
     * Creates a system.
     *
     * @param hardware hardware
     * @param model disk
     * @param longest longest delay in nanoseconds; delays are uniform
     */
    JitterSystem(Hardware hardware, DiskModel model, long longest) {
        super(hardware, model);
        this.longest = longest;
    }

    @Override
    public void accept(Batch batch) {
        if (batch.slice != due.slice || batch.measured != due.measured) {
            passUntil(Long.MAX_VALUE);
            due.start = batch.start;
            due.slice = batch.slice;
            due.measured = batch.measured;
        }
        for (int i = 0; i < batch.count; i++) {
            if (batch.time[i] != time || batch.file[i] != file || batch.offset[i] != end) {
                delay = random.nextLong(longest);
            }
            time = batch.time[i];
            file = batch.file[i];
            end = batch.offset[i] + batch.length[i];
            delayed.insert(batch, i, time + delay);
        }
        passUntil(batch.count == 0 ? 0 : batch.time[batch.count - 1]);
    }

    private void passUntil(long time) {
        int count = 0;
        while (count < delayed.count && delayed.time[count] <= time) {
            due.insert(delayed, count, delayed.time[count]);
            count++;
        }
        delayed.removeFirst(count);
        super.accept(due);
        due.count = 0;
    }

    @Override
    public void finish() {
        passUntil(Long.MAX_VALUE);
        super.finish();
    }
}
