package org.underbase.exalt.harness.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.underbase.exalt.harness.measure.Memory;
import org.underbase.exalt.harness.measure.Phase;

/** Warnings about results that the machine, and not the system under test, limited. */
public final class Warnings {
    static final double BUSY = 90;
    static final double IO_WAIT = 20;
    /** Fraction of all memory. */
    static final double FREE = 0.05;

    private Warnings() {}

    /**
     * Checks phases.
     *
     * @param phases phases measured on this machine
     * @return a line per exceeded limit and per phase with errors
     * @throws IOException if the size of the memory is unreadable
     */
    public static List<String> of(List<Phase> phases) throws IOException {
        return of(phases, Memory.total());
    }

    /** @param memory memory of the machine, in bytes */
    static List<String> of(List<Phase> phases, long memory) {
        List<String> result = new ArrayList<>();
        for (Phase phase : phases) {
            result.addAll(ofBusy(phase.name(), phase.busy()));
            if (phase.ioWait() > IO_WAIT) {
                result.add(String.format(
                        Locale.ROOT,
                        "%s: the machine's disks were the limit: waiting for disks took %.0f%% of the time",
                        phase.name(),
                        phase.ioWait()));
            }
            if (phase.minAvailableMemory() < FREE * memory) {
                result.add(String.format(
                        Locale.ROOT,
                        "%s: the machine's memory was nearly exhausted: %d MiB were available",
                        phase.name(),
                        phase.minAvailableMemory() >> 20));
            }
            result.addAll(ofErrors(List.of(phase)));
        }
        return result;
    }

    /**
     * Checks the processors only.
     *
     * @param what name of the measured phase
     * @param busy busy share of the processors, in percent
     * @return a line if the processors were the limit
     */
    public static List<String> ofBusy(String what, double busy) {
        return busy <= BUSY
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        "%s: the machine's processors were the limit, %.0f%% busy: rates do not characterize the cluster",
                        what,
                        busy));
    }

    /**
     * Checks errors only.
     *
     * @param phases phases of any kind
     * @return a line per phase with errors
     */
    public static List<String> ofErrors(List<Phase> phases) {
        return phases.stream()
                .filter(phase -> phase.progress().errors() > 0)
                .map(phase -> phase.name() + ": " + phase.progress().errors() + " errors, the first: "
                        + phase.progress().firstError())
                .toList();
    }
}
