package org.underbase.bench.tracer.micro;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.Tracer;

/** What one recorded call costs: everything the tracer does on the calling thread between the call and its return. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EventMicro {
    private static final int LENGTH = 4096;

    /** A tracer that writes real segments, and a stream for all threads. */
    @State(Scope.Benchmark)
    public static class Recorder {
        /** Where the segments go. */
        @Param("")
        public String directory;

        private Tracer tracer;
        private StreamRef stream;

        /** Starts the tracer. */
        @Setup
        public void start() {
            Configuration conf = new Configuration(false);
            conf.set("underbase.trace.dir", directory);
            tracer = Tracer.of(conf);
            stream = tracer.stream(tracer.file("/hbase/data/default/messages/region/family/file"));
        }

        /** Writes out the rest. */
        @TearDown
        public void stop() {
            tracer.on();
        }
    }

    /** What cannot be saved: the clock is read at the call and at its return. */
    @Benchmark
    @OperationsPerInvocation(Pace.BATCH)
    public void twoClockReads(Pace pace, Blackhole sink) {
        for (int i = 0; i < Pace.BATCH; i++) {
            long start = System.nanoTime();
            sink.consume(System.nanoTime() - start);
        }
    }

    /** One event, recorded and later written, at up to a million a second and thread. */
    @Benchmark
    @OperationsPerInvocation(Pace.BATCH)
    public void event(Recorder recorder, Pace pace, Allocation allocation) {
        record(recorder);
        allocation.batches++;
    }

    /** The same without a pause: what does not fit is dropped and counted. */
    @Benchmark
    @OperationsPerInvocation(Pace.BATCH)
    public void eventFlatOut(Recorder recorder) {
        record(recorder);
    }

    private static void record(Recorder recorder) {
        Tracer tracer = recorder.tracer;
        StreamRef stream = recorder.stream;
        for (int i = 0; i < Pace.BATCH; i++) {
            ThreadTrace trace = tracer.here();
            long start = trace.enter();
            trace.exit(start, Call.PREAD, stream, (long) i * LENGTH, LENGTH, LENGTH);
        }
    }
}
