package org.underbase.exalt.harness.run;

import java.util.Optional;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.measure.Phase;

/**
 * Time compression of a run with few emulated nodes on a machine (NSDI '14, section 3.3): the amount of data that real disks write in hours
 * is reached in minutes, with the effects of that amount.
 *
 * @param seconds duration of writing, in seconds
 * @param diskSeconds duration with a continuously busy disk of 100 MB/s per DataNode, in seconds
 */
public record TimeCompression(double seconds, double diskSeconds) {
    /** Throughput of the paper's disks. */
    public static final long DISK_BYTES_PER_SECOND = 100_000_000;

    /**
     * Computes the time compression of a run.
     *
     * @param result result of the run
     * @return time compression; empty if no files were written
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
     * Returns the ratio to the time of these disks.
     *
     * @return ratio; below 1 if the disks together are faster than this machine
     */
    public double factor() {
        return diskSeconds / seconds;
    }
}
