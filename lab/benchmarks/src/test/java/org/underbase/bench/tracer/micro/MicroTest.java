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

/** JMH finds its benchmarks, its JVMs run them, and what they measured is a real trace. No figure is judged here. */
class MicroTest {
    @TempDir
    private Path directory;

    @Test
    void anEventIsMeasuredAndRecorded() throws Exception {
        Micro.Outcome outcome = new Micro(directory, true).run("EventMicro.event", 1, Map.of());
        assertThat(outcome.nanos()).isPositive();
        assertThat(outcome.cpuNanos()).isPositive();
        assertThat(outcome.threadBytes()).isNotNegative();
        TraceSize size = TraceSize.of(outcome.files().resolve(Micro.MEASURED));
        assertThat(size.events()).isPositive();
        assertThat((size.events() + size.dropped() - 1) % Pace.BATCH)
                .as("the first event of the thread and whole batches")
                .isZero();
    }

    @Test
    void aTracedStreamIsTraced() throws Exception {
        Micro.Outcome outcome = new Micro(directory, true).run("StreamMicro.read", 1, Map.of("traced", "true"));
        Set<Call> calls = EnumSet.noneOf(Call.class);
        TraceSize.of(outcome.files(), event -> calls.add(event.call()));
        assertThat(calls).contains(Call.OPEN, Call.READ);
    }

    @Test
    void aBenchmarkThatIsNotThereIsNamed() {
        assertThatIOException()
                .isThrownBy(() -> new Micro(directory, true).run("EventMicro.none", 1, Map.of()))
                .withMessageContaining("EventMicro.none");
    }
}
