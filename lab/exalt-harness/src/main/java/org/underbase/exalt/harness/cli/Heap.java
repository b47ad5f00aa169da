package org.underbase.exalt.harness.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import org.underbase.exalt.harness.cluster.ClusterOptions;
import org.underbase.exalt.harness.measure.Memory;

/** Validation of heap sizes against the machine's memory. */
final class Heap {
    private Heap() {}

    /**
     * Validates a heap size.
     *
     * @param option name of the option
     * @param size size such as {@code 2g}
     * @throws IllegalArgumentException if the size is malformed, too small, or exceeds the machine's memory
     */
    static void check(String option, String size) {
        ClusterOptions.checkHeap(option, size);
        long total;
        try {
            total = Memory.total();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (TraditionalBinaryPrefix.string2long(size) > total) {
            throw new IllegalArgumentException(
                    "invalid " + option + " " + size + ": this machine has " + (total >> 20) + "m of memory");
        }
    }
}
