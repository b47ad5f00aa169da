package org.underbase.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.underbase.operator.output.ExitCode;
import picocli.CommandLine;

class SimulateCommandTest {
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return new CommandLine(new SimulateCommand())
                .setErr(new PrintWriter(err))
                .execute(args);
    }

    @Test
    void anInputIsRequired() {
        assertThat(run()).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("missing TRACE or --synthetic");
    }

    @Test
    void aTraceNeedsHardware() {
        assertThat(run("trace")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("missing --hardware");
    }

    @Test
    void aSliceIsNotLongerThanTheInput() {
        assertThat(run("--synthetic", "--hours", "2", "--slice-every", "3")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("invalid --slice-every 3: must be between 1 and --hours 2");
    }
}
