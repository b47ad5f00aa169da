package org.underbase.bench.tracer.micro;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.Tracer;

/** Cost of a recorded call: all work of the tracer on the calling thread between the call and its return. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EventMicro {
    private static final int LENGTH = 4096;

    /** Tracer that writes real segments, and a stream that all threads share. */
    @State(Scope.Benchmark)
    public static class Recorder {
        /** Directory of the segments. */
        @Param("")
        public String directory;

        private Tracer warmUp;
        private Tracer measured;
        private Tracer tracer;
        private StreamRef stream;

        /** Starts the tracers; the warm-up has a separate one, because it drops events. */
        @Setup
        public void start() {
            warmUp = Tracer.start(conf("warm-up"));
            measured = Tracer.start(conf(Micro.MEASURED));
        }

        private Configuration conf(String name) {
            Configuration conf = new Configuration(false);
            conf.set("underbase.trace.dir", directory + "/" + name);
            return conf;
        }

        /** Selects the tracer of the iteration. */
        @Setup(Level.Iteration)
        public void choose(IterationParams iteration) {
            tracer = iteration.getType() == IterationType.WARMUP ? warmUp : measured;
            stream = tracer.stream(tracer.file("/hbase/data/default/messages/region/family/file"));
        }

        /** Writes the remaining events. */
        @TearDown
        public void stop() {
            warmUp.close();
            measured.close();
        }
    }

    /** Thread that has recorded before: a ring grows until it has the memory that the rate needs, and then reuses it. */
    @State(Scope.Thread)
    public static class KnownThread {
        static final int EVENTS = 100_000;

        /** Records more events than later wait at any moment, and writes them. */
        @Setup
        public void record(Recorder recorder) {
            StreamRef stream = recorder.measured.stream(recorder.measured.file("/first"));
            ThreadTrace trace = recorder.measured.here();
            for (int i = 0; i < EVENTS; i++) {
                trace.exit(trace.enter(stream), Call.PREAD, stream, 0, LENGTH, LENGTH);
            }
            if (!recorder.measured.flush()) {
                throw new IllegalStateException("the tracer cannot write the events before the measurement");
            }
        }
    }

    /** Lower bound: clock reads at the call and at its return. */
    @Benchmark
    public void twoClockReads(Pace pace, CallingThread thread, Blackhole sink) {
        thread.begin();
        for (int i = 0; i < Pace.BATCH; i++) {
            long start = System.nanoTime();
            sink.consume(System.nanoTime() - start);
        }
        thread.end();
    }

    /** Events at ten times the rate of a busy client, below the rate that drops events. */
    @Benchmark
    public void event(Recorder recorder, KnownThread known, Pace pace, CallingThread thread) {
        thread.begin();
        record(recorder);
        thread.end();
    }

    /** Events without a pause: events that do not fit into the ring are dropped and counted. */
    @Benchmark
    public void eventFlatOut(Recorder recorder, KnownThread known, CallingThread thread) {
        thread.begin();
        record(recorder);
        thread.end();
    }

    private static void record(Recorder recorder) {
        Tracer tracer = recorder.tracer;
        StreamRef stream = recorder.stream;
        for (int i = 0; i < Pace.BATCH; i++) {
            ThreadTrace trace = tracer.here();
            long start = trace.enter(stream);
            trace.exit(start, Call.PREAD, stream, (long) i * LENGTH, LENGTH, LENGTH);
        }
    }
}
