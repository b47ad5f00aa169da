package org.underbase.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.summary.SummaryFigure.Summary;

/** Failure of HBase during a demo. */
@Tag("cluster")
@Tag("long")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DemoFailureTest {
    @TempDir
    private Path dir;

    @Test
    void aKilledRegionServerIsReportedInOneLineAndTheTraceIsKept() throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        DemoOptions options = SmallDemo.options(dir, Duration.ofMinutes(5));
        FutureTask<Boolean> demo =
                new FutureTask<>(() -> new Demo(options, false, new PrintWriter(out), new PrintWriter(err)).run());
        Thread thread = new Thread(demo, "demo");
        thread.start();
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> demo.isDone() || err.toString().contains("run: "));
        List<ProcessHandle> regionServers = ProcessHandle.allProcesses()
                .filter(process -> SmallDemo.commandLine(process.pid()).contains(dir + "/")
                        && SmallDemo.commandLine(process.pid()).contains("HRegionServer"))
                .toList();
        assertThat(regionServers).as("RegionServers; progress was:%n%s", err).hasSize(1);

        regionServers.forEach(ProcessHandle::destroyForcibly);

        assertThatThrownBy(() -> demo.get(2, TimeUnit.MINUTES))
                .as("progress was:%n%s", err)
                .cause()
                .isInstanceOf(IOException.class)
                .hasMessageContaining("regionserver-0 on n1 exited during the run")
                .hasMessageContaining(
                        "./underbase analyze " + dir.resolve("work").resolve("trace"))
                .message()
                .hasLineCount(1);
        assertThat(out.toString()).isEmpty();
        assertThat(Analysis.of(List.of(dir.resolve("work").resolve("trace").toString()), new Configuration())
                        .run((done, total) -> {})
                        .figures()
                        .get(Summary.class)
                        .events())
                .as("events of the trace")
                .isPositive();
        assertThat(dir.resolve("work").resolve("logs").resolve("n1")).isNotEmptyDirectory();
        assertThat(dir.resolve("work").resolve("cluster")).doesNotExist();
        assertThat(SmallDemo.processesOf(dir)).isEmpty();
    }
}
