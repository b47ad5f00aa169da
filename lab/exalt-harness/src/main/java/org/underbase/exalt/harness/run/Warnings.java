package org.underbase.exalt.harness.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.underbase.exalt.harness.measure.Memory;
import org.underbase.exalt.harness.measure.Phase;

/** Tells where the machine, and not the system under test, was the limit. */
public final class Warnings {
    static final double BUSY = 90;
    static final double IO_WAIT = 20;
    /** Of all memory. */
    static final double FREE = 0.05;

    private Warnings() {}

    /**
     * Looks at phases.
     *
     * @param phases measured on this machine
     * @return a line for each limit that was reached, and for each phase with errors
     * @throws IOException when the kernel does not tell how much memory there is
     */
    public static List<String> of(List<Phase> phases) throws IOException {
        return of(phases, Memory.total());
    }

    /** @param memory of the machine in bytes */
    static List<String> of(List<Phase> phases, long memory) {
        List<String> result = new ArrayList<>();
        for (Phase phase : phases) {
            result.addAll(ofBusy(phase.name(), phase.busy()));
            if (phase.ioWait() > IO_WAIT) {
                result.add(String.format(
                        Locale.ROOT,
                        "%s: the machine's disks were the limit, %.0f %% of the time was waiting for them",
                        phase.name(),
                        phase.ioWait()));
            }
            if (phase.leastMemory() < FREE * memory) {
                result.add(String.format(
                        Locale.ROOT,
                        "%s: the machine's memory was nearly full, %d MiB were left",
                        phase.name(),
                        phase.leastMemory() >> 20));
            }
            result.addAll(ofErrors(List.of(phase)));
        }
        return result;
    }

    /**
     * Looks at the processors alone.
     *
     * @param what was done meanwhile
     * @param busy share of them, in percent
     * @return a line when they were the limit
     */
    public static List<String> ofBusy(String what, double busy) {
        return busy <= BUSY
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        "%s: the machine's processors were the limit, %.0f %% busy: rates say nothing about the cluster",
                        what,
                        busy));
    }

    /**
     * Looks at errors alone.
     *
     * @param phases of whatever kind
     * @return a line for each phase with errors
     */
    public static List<String> ofErrors(List<Phase> phases) {
        return phases.stream()
                .filter(phase -> phase.said().errors() > 0)
                .map(phase -> phase.name() + ": " + phase.said().errors() + " errors, the first: "
                        + phase.said().firstError())
                .toList();
    }
}
