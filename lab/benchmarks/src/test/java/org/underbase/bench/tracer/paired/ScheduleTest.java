package org.underbase.bench.tracer.paired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Target;

/** Slices of a system with a known cost, whose counters depend on the number of marks and not on time. */
class ScheduleTest {
    private static final Schedule FEW = new Schedule(6, 2, 1, 1, 2);
    private static final long CALLS_PER_MARK = 100;

    /** A call takes 1,000 ns and drifts; recording adds to it and to the tracer's threads. */
    private static final class Known implements Toggled {
        private final long added;
        private final List<Boolean> switches = new ArrayList<>();
        private boolean on = true;
        private long calls;
        private double nanos;
        private double perCall = 1_000;
        private long tracerNanos;
        private int changesOfNothing;

        Known(long added) {
            this.added = added;
        }

        @Override
        public void record(boolean wanted) {
            on = wanted;
            tracerNanos += 1_000_000;
            switches.add(wanted);
        }

        @Override
        public void changeNothing() {
            changesOfNothing++;
        }

        @Override
        public Mark mark() {
            calls += CALLS_PER_MARK;
            perCall += 0.5;
            nanos += CALLS_PER_MARK * (perCall + (on ? added : 0));
            tracerNanos += on ? CALLS_PER_MARK * 30 : 0;
            return new Mark(calls, Math.round(nanos), tracerNanos);
        }
    }

    @Test
    void aLinearDriftCancelsAndOnlyTheCostRemains() throws IOException, InterruptedException {
        Known system = new Known(20);
        Slices slices = FEW.run(system, done -> {});
        assertThat(slices.quads()).hasSize(6).allSatisfy(quad -> assertThat(quad.difference())
                .isCloseTo(20, within(0.1)));
        assertThat(slices.equalQuads()).hasSize(6).allSatisfy(quad -> assertThat(quad.difference())
                .isCloseTo(0, within(0.1)));
        assertThat(slices.tracerNanosPerCall())
                .as("without those of the switches")
                .isEqualTo(30);
        assertThat(system.changesOfNothing).isEqualTo(24);
        assertThat(system.on).as("recording at the end").isTrue();
        assertThat(system.switches.subList(4, 8)).as("ABBA").containsExactly(true, false, false, true);
        assertThat(system.switches.subList(12, 16)).as("BAAB").containsExactly(false, true, true, false);
    }

    @Test
    void theLastLineHasTheLowerBoundWithTheTracersThreads() throws IOException, InterruptedException {
        Measurements measurements = new Measurements();
        Cost.report(measurements, "ratio", "calls", FEW.run(new Known(20), done -> {}));
        double ratio = measurements.metric("ratio", 4, new Target.None()).value();
        assertThat(ratio).isCloseTo(1_040.0 / (1_040 + 20 + 30), within(0.002));
        assertThat(measurements.report("x", List.of()).notes())
                .singleElement()
                .asString()
                .contains("calls: tracing costs more than 1%");
    }

    @Test
    void noiseNeverMakesARatioNegative() {
        Cost noise = Cost.of(List.of(new Quad(100, 1_000), new Quad(1_000, 100), new Quad(10, 2_000)), 5);
        assertThat(noise.lower()).isPositive().isLessThanOrEqualTo(noise.ratio());
        assertThat(noise.upper()).isGreaterThanOrEqualTo(noise.ratio());
    }

    @Test
    void aSystemWithoutCallsIsAnError() {
        Toggled idle = new Toggled() {
            @Override
            public void record(boolean on) {}

            @Override
            public void changeNothing() {}

            @Override
            public Mark mark() {
                return new Mark(0, 0, 0);
            }
        };
        assertThatIOException().isThrownBy(() -> FEW.run(idle, done -> {})).withMessageContaining("no call completed");
    }

    @Test
    void theVerdictClaimsNoMoreThanTheInterval() {
        Cost equal = new Cost(1, 0.98, 1.02);
        assertThat(new Cost(1, 0.995, 1.01).verdict(equal)).startsWith("tracing costs at most 1%: ");
        assertThat(new Cost(1, 0.97, 1.01).verdict(equal)).startsWith("the interval does not decide");
        assertThat(new Cost(0.9, 0.89, 0.91).verdict(equal)).startsWith("tracing costs more than 1%: ");
    }
}
