package org.underbase.bench.tracer.micro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.bench.tracer.trace.TraceSize;
import org.underbase.htfs.format.Call;

/** Tests that JMH runs the benchmarks in new JVMs and that these record real traces. Does not check measured values. */
class MicroTest {
    @TempDir
    private Path directory;

    @Test
    void eventIsMeasuredAndRecorded() throws Exception {
        Micro.Outcome outcome = new Micro(directory, true).run("EventMicro.event", 1, Map.of());
        assertThat(outcome.nanos()).isPositive();
        assertThat(outcome.cpuNanos()).isPositive();
        assertThat(outcome.threadBytes()).isNotNegative();
        TraceSize size = TraceSize.of(outcome.files().resolve(Micro.MEASURED));
        assertThat(size.events()).isPositive();
        assertThat((size.events() + size.dropped() - EventMicro.KnownThread.EVENTS) % Pace.BATCH)
                .as("events before the measurement and whole batches")
                .isZero();
    }

    @Test
    void tracedStreamIsTraced() throws Exception {
        Micro.Outcome outcome = new Micro(directory, true).run("StreamMicro.read", 1, Map.of("traced", "true"));
        Set<Call> calls = EnumSet.noneOf(Call.class);
        TraceSize.of(outcome.files(), event -> calls.add(event.call()));
        assertThat(calls).contains(Call.OPEN, Call.READ);
    }

    @Test
    void encodingIsMeasured() throws Exception {
        assertThat(new Micro(directory, true)
                        .run("EncoderMicro.event", 1, Map.of())
                        .cpuNanos())
                .isPositive();
    }

    @Test
    void missingBenchmarkIsRejectedByName() {
        assertThatIOException()
                .isThrownBy(() -> new Micro(directory, true).run("EventMicro.none", 1, Map.of()))
                .withMessageContaining("EventMicro.none");
    }
}
