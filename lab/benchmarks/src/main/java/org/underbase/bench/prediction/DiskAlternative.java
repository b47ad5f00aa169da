package org.underbase.bench.prediction;

import java.util.Locale;
import org.underbase.testbed.disk.DiskModel;

/**
 * Disks of the DataNode.
 *
 * @param model speed of each disk
 * @param disks number of disks
 */
record DiskAlternative(DiskModel model, int disks) {
    private static final double MEGA = 1e6;

    /** Returns the time per byte if seeks took no time and all disks were busy, relative to other disks. */
    double timePerByte(DiskAlternative other) {
        return (double) other.model.bytesPerSecond() * other.disks / ((double) model.bytesPerSecond() * disks);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "disks=%d of %.0f MB/s and %d ms per seek",
                disks,
                model.bytesPerSecond() / MEGA,
                model.seek().toMillis());
    }
}
