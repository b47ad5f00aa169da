package org.underbase.exalt.harness.measure;

import java.io.IOException;

/** Load of the machine by all processes since a start time. Immutable. */
public final class MachineLoad {
    private final ProcFiles.Ticks begin;

    private MachineLoad(ProcFiles.Ticks begin) {
        this.begin = begin;
    }

    /**
     * Starts a measurement.
     *
     * @return measurement from now
     * @throws IOException if the kernel's counters are unreadable
     */
    public static MachineLoad fromNow() throws IOException {
        return new MachineLoad(ProcFiles.processors());
    }

    /**
     * Returns the busy share of the processors.
     *
     * @return share in percent
     * @throws IOException if the kernel's counters are unreadable
     */
    public double busy() throws IOException {
        return ProcFiles.processors().since(begin).busyPercent();
    }
}
