package org.underbase.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.Catalog;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

class TraceFuzzSoakTest {
    @TempDir
    Path dir;

    @Test
    void itCountsEveryInputOfAllProcesses() throws Exception {
        Soak soak = Catalog.of(Soak.class).find("trace-fuzz").orElseThrow();
        StringWriter told = new StringWriter();

        SoakResult result = soak.run(new SoakOptions(7, 501, dir), new ProgressLine(new PrintWriter(told), "soak"));

        assertThat(result.detail()).isEmpty();
        assertThat(result.passed()).isTrue();
        assertThat(result.metrics()).containsEntry("inputs", "501").containsEntry("heap", "128m");
        assertThat(told.toString()).contains("501 inputs in");
    }
}
