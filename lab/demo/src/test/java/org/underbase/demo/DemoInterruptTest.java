package org.underbase.demo;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C during the phases with the workload's cluster. */
@Tag("cluster")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DemoInterruptTest {
    @TempDir
    private Path dir;

    @Test
    void anInterruptedLoadLeavesNoProcessesAndNoClusterFiles() throws Exception {
        InterruptedDemo.run(DemoMain.class, dir, "load", "cluster");
    }
}
