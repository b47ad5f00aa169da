package org.underbase.sim.study;

import org.underbase.sim.cost.Hardware;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.DiskModel;
import org.underbase.sim.request.Activity;

/** System whose last disk contains one log for all logs of HBase. The other disks contain the other files. */
final class CombinedLogSystem extends SimulatedSystem {
    private static final int LOG = Integer.MAX_VALUE;

    private long end;

    CombinedLogSystem(Hardware hardware, DiskModel model) {
        super(hardware, model);
    }

    @Override
    void submit(Batch batch, int i, int first, int pages) {
        if (batch.activity(i) == Activity.LOG) {
            int at = (int) (end / Disk.PAGE);
            end += batch.length[i];
            int count = (int) ((end - 1) / Disk.PAGE) - at + 1;
            lastDisk().submit(batch.time[i], LOG, at, count, Activity.LOG.index(), true);
        } else {
            disk(batch.file[i], 1)
                    .submit(batch.time[i], batch.file[i], first, pages, kind(batch, i), isWrite(batch, i));
        }
    }
}
