package org.underbase.bench.simulator.pagecache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Pages that a block device read and wrote.
 *
 * @param read pages read
 * @param written pages written
 */
record DeviceCounters(double read, double written) {
    private static final int READ_SECTORS = 2;
    private static final int WRITTEN_SECTORS = 6;
    private static final double SECTORS_PER_PAGE = 8;

    /** Reads the counters of a device, such as {@code /dev/loop0}. */
    static DeviceCounters of(Path device) throws IOException {
        Path file = Path.of("/sys/block", device.getFileName().toString(), "stat");
        String[] words = Files.readString(file).strip().split("\\s+", -1);
        return new DeviceCounters(
                Long.parseLong(words[READ_SECTORS]) / SECTORS_PER_PAGE,
                Long.parseLong(words[WRITTEN_SECTORS]) / SECTORS_PER_PAGE);
    }

    DeviceCounters minus(DeviceCounters earlier) {
        return new DeviceCounters(read - earlier.read, written - earlier.written);
    }
}
