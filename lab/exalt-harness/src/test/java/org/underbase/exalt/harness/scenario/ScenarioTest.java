package org.underbase.exalt.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.underbase.exalt.harness.cli.ExaltCommand;
import picocli.CommandLine;

class ScenarioTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void verdictFollowsFromTheRatio() {
        assertThat(Verdict.ofRates("This", 200, "that", 100, false))
                .isEqualTo("This helps: 2.00 times the rate with that");
        assertThat(Verdict.ofRates("This", 50, "that", 100, false)).startsWith("This harms: 0.50 times");
        assertThat(Verdict.ofRates("This", 105, "that", 100, false)).contains("no difference", "1.05 times");
        assertThat(Verdict.ofRates("This", 105, "that", 0, false))
                .as("nothing was measured")
                .contains("NaN");
        assertThat(Verdict.ofRates("This", 200, "that", 100, true))
                .startsWith("Not answered")
                .contains("2.00 times");
        assertThat(Verdict.ofLocks("This", 0.1, "that", 0.01, false))
                .isEqualTo("This costs more: the hold time of the write lock is 0.1000 ms, 10.00 times that with that");
        assertThat(Verdict.ofLocks("This", 0.1, "that", 0.1, true)).contains("no difference", "limit of both");
    }

    @Test
    void everyScenarioIsListed() {
        assertThat(exalt("scenarios")).isZero();
        for (Scenario scenario : Scenario.all()) {
            assertThat(out.toString()).contains(scenario.name(), scenario.question());
            assertThat(scenario.defaultCount()).isPositive();
        }
    }

    @Test
    void unknownScenarioIsRejectedWithTheValidNames() {
        assertThat(exalt("scenario", "nonsense")).isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "nonsense", "handlers, large-directory, growing-file, full-report, edit-log, namenode-memory");
    }

    private int exalt(String... arguments) {
        return new CommandLine(new ExaltCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
