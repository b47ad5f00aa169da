package org.underbase.bench.tracer.micro;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.fs.FileUtil;
import org.underbase.bench.tracer.micro.Micro.Outcome;
import org.underbase.bench.tracer.trace.TraceSize;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/** Part {@code micro}: JMH benchmarks; each run uses a new JVM per benchmark, and the benchmarks alternate. */
public final class MicroPart {
    private static final String EVENT = "EventMicro.event";
    private static final String EVENT_TIME = "event";
    private static final String EVENT_BYTES = "event, allocated by the calling thread";
    private static final Map<String, String> TRACED = Map.of("traced", "true");
    private static final Map<String, String> STOCK = Map.of("traced", "false");

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Micro micro;
    private final Measurements measurements;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public MicroPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.micro = new Micro(options.workDirectory(), options.quick());
    }

    /**
     * Runs the part.
     *
     * @throws IOException if a JVM of JMH does not start or fails
     */
    public void run() throws IOException {
        for (int run = 0; run < options.runs(); run++) {
            progress.step("micro: run " + (run + 1) + " of " + options.runs());
            events(Order.of(run));
            stream("read", Order.of(run));
            stream("write", Order.of(run));
        }
        measurements.quote("ns_per_event", EVENT_TIME);
        measurements.quote("alloc", EVENT_BYTES);
    }

    private void events(Order order) throws IOException {
        Map<Boolean, Outcome> sides = new HashMap<>();
        for (boolean underbase : order.sides()) {
            sides.put(underbase, underbase ? run(EVENT, 1, Map.of()) : run("TextMicro.line", 1, Map.of()));
        }
        Outcome event = sides.get(true);
        Outcome text = sides.get(false);
        measurements.measured(EVENT_TIME, "ns", event.nanos());
        measurements.measured("event, CPU of the calling thread", "ns", event.cpuNanos());
        measurements.measured(
                "two clock reads, part of an event",
                "ns",
                run("EventMicro.twoClockReads", 1, Map.of()).nanos());
        measurements.measured(EVENT_BYTES, "B", event.threadBytes());
        measurements.measured("event, allocated by the whole JVM", "B", event.processBytes());
        measurements.measured("events dropped", "%", dropped(event));
        Outcome encoded = run("EncoderMicro.event", 1, Map.of());
        measurements.measured("event, CPU to encode it on the tracer's threads", "ns", encoded.cpuNanos());
        measurements.compared("event; stock: a line of text", "ns", pair(event, text, Outcome::nanos));
        measurements.compared("event, CPU; stock: a line of text", "ns", pair(event, text, Outcome::cpuNanos));
        measurements.measured("line of text, allocated by the calling thread", "B", text.threadBytes());
        Outcome two = run(EVENT, 2, Map.of());
        measurements.measured("event, 2 threads", "ns", two.nanos());
        measurements.measured("event, 2 threads, CPU of the calling thread", "ns", two.cpuNanos());
        measurements.measured("events dropped, 2 threads", "%", dropped(two));
        Outcome flatOut = run("EventMicro.eventFlatOut", 1, Map.of());
        measurements.measured("event, flat out", "ns", flatOut.nanos());
        measurements.measured("events dropped, flat out", "%", dropped(flatOut));
        delete(event, text, encoded, two, flatOut);
    }

    private static Pair pair(Outcome underbase, Outcome stock, ToDoubleFunction<Outcome> metric) {
        return new Pair(metric.applyAsDouble(underbase), metric.applyAsDouble(stock));
    }

    private void stream(String call, Order order) throws IOException {
        Pair pair = order.pair(underbase -> {
            Outcome outcome = run("StreamMicro." + call, 1, underbase ? TRACED : STOCK);
            delete(outcome);
            return outcome.nanos();
        });
        measurements.compared(call + " of a stream that does nothing", "ns", pair);
        measurements.measured(call + ", added by the tracer", "ns", pair.underbase() - pair.stock());
    }

    private Outcome run(String benchmark, int threads, Map<String, String> parameters) throws IOException {
        return micro.run(benchmark, threads, parameters);
    }

    private static double dropped(Outcome outcome) throws IOException {
        return TraceSize.of(outcome.files().resolve(Micro.MEASURED)).droppedPercent();
    }

    /** Deletes the files of runs, because text files are large. */
    private static void delete(Outcome... outcomes) throws IOException {
        for (Outcome outcome : outcomes) {
            Path files = outcome.files();
            if (!FileUtil.fullyDelete(files.toFile())) {
                throw new IOException("cannot remove " + files);
            }
        }
    }
}
