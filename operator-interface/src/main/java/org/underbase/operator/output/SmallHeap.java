package org.underbase.operator.output;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** Failure of a simulation because of a heap that is too small. */
public final class SmallHeap {
    private static final int MIB = 1 << 20;

    private SmallHeap() {}

    /**
     * Returns one line with the environment variable that sets a heap of twice the size.
     *
     * @param otherCause another possible cause, after a comma; empty without one
     */
    public static String message(String otherCause) {
        // Runtime.maxMemory() lacks a part of the young generation.
        HotSpotDiagnosticMXBean machine = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        long heap = Long.parseLong(machine.getVMOption("MaxHeapSize").getValue()) / MIB;
        return "out of memory: the heap of " + heap + " MiB is too small" + otherCause + "; set UNDERBASE_JVM_OPTS=-Xmx"
                + 2 * heap + "m";
    }
}
