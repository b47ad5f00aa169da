package org.underbase.exalt.harness.run;

import java.util.Optional;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.measure.Phase;

/**
 * How much faster time goes for few emulated nodes that have a machine for themselves (NSDI '14, section 3.3): what real disks need hours
 * for is there after minutes, and with it whatever goes wrong with so much data.
 *
 * @param seconds that writing took
 * @param diskSeconds that it would take if each DataNode had a disk of 100 MB/s, all of them busy all the time
 */
public record TimeCompression(double seconds, double diskSeconds) {
    /** The paper's disks. */
    public static final long DISK_BYTES_PER_SECOND = 100_000_000;

    /**
     * That of a run.
     *
     * @param result of it
     * @return empty where no files were written
     */
    public static Optional<TimeCompression> of(RunResult result) {
        Phase write = result.phases().get(0);
        int nodes = result.cost().nodes();
        return write.load().kind() == LoadSpec.Kind.WRITE && nodes > 0
                ? Optional.of(new TimeCompression(
                        write.seconds(), (double) write.sentBytes() / DISK_BYTES_PER_SECOND / nodes))
                : Optional.empty();
    }

    /**
     * How many times as fast as these disks.
     *
     * @return less than 1 where so many disks together are faster than this machine
     */
    public double factor() {
        return diskSeconds / seconds;
    }
}
