package org.underbase.exalt.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcFilesTest {
    private static final long SELF = ProcessHandle.current().pid();

    @Test
    void countersOfThisProcessAreRead() throws Exception {
        assertThat(ProcFiles.cpuSeconds(SELF)).isPositive();
        assertThat(ProcFiles.status(SELF, "Threads")).isGreaterThan(5);
        assertThat(ProcFiles.status(SELF, "VmRSS")).isGreaterThan(10_000);
        assertThat(ProcFiles.descriptors(SELF)).isGreaterThan(3);
    }

    @Test
    void countersOfAnExitedProcessAreZero() throws Exception {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        assertThat(ProcFiles.cpuSeconds(process.pid())).isZero();
        assertThat(ProcFiles.writtenBytes(process.pid())).isZero();
        assertThat(ProcFiles.descriptors(process.pid())).isZero();
    }

    @Test
    void countersOfTheMachineAreRead() throws Exception {
        assertThat(ProcFiles.memoryAvailable()).isBetween(1L, ProcFiles.memory());
        ProcFiles.Ticks ticks = ProcFiles.processors();
        assertThat(ticks.busy() + ticks.ioWait()).isBetween(1L, ticks.all());
        assertThat(ticks.since(ticks).busyPercent()).isZero();
    }
}
