package org.underbase.exalt.harness.measure;

import java.io.IOException;

/** How busy the machine is from now on, by whomever. Immutable. */
public final class MachineLoad {
    private final ProcFiles.Ticks begin;

    private MachineLoad(ProcFiles.Ticks begin) {
        this.begin = begin;
    }

    /**
     * Begins to look.
     *
     * @return from now on
     * @throws IOException when the kernel does not tell
     */
    public static MachineLoad fromNow() throws IOException {
        return new MachineLoad(ProcFiles.processors());
    }

    /**
     * The share of its processors that was at work.
     *
     * @return percent
     * @throws IOException when the kernel does not tell
     */
    public double busy() throws IOException {
        return ProcFiles.processors().since(begin).busyPercent();
    }
}
