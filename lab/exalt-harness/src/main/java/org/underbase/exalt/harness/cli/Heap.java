package org.underbase.exalt.harness.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import org.underbase.exalt.harness.cluster.ClusterOptions;
import org.underbase.exalt.harness.measure.Memory;

/** What a JVM may ask of the machine. */
final class Heap {
    private Heap() {}

    /**
     * Looks whether one fits.
     *
     * @param option that says how large it is
     * @param size such as {@code 2g}
     * @throws IllegalArgumentException when it is no size, too little for anything, or more than the machine has
     */
    static void check(String option, String size) {
        ClusterOptions.checkHeap(size);
        long total;
        try {
            total = Memory.total();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (TraditionalBinaryPrefix.string2long(size) > total) {
            throw new IllegalArgumentException(
                    option + " " + size + ": the machine has " + (total >> 20) + "m of memory");
        }
    }
}
