package org.underbase.bench.tracer.micro;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.underbase.bench.tracer.text.TextTrace;

/** Cost of the same event as a line of text through log4j, as in the HTFS paper. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TextMicro {
    private static final int LENGTH = 4096;
    private static final int PREAD = 32;

    /** Text trace that all threads share, like log4j's appender. */
    @State(Scope.Benchmark)
    public static class Recorder {
        /** Directory of the text file. */
        @Param("")
        public String directory;

        private TextTrace text;

        /** Opens the file. */
        @Setup
        public void start() throws IOException {
            text = new TextTrace(Path.of(directory, "trace.log"));
        }

        /** Closes the file. */
        @TearDown
        public void stop() {
            text.close();
        }
    }

    /** Event: two clock reads and a line. */
    @Benchmark
    public void line(Recorder recorder, CallingThread thread) {
        thread.begin();
        for (int i = 0; i < Pace.BATCH; i++) {
            long start = System.nanoTime();
            recorder.text.call(start, System.nanoTime() - start, PREAD, 1, LENGTH, (long) i * LENGTH, LENGTH);
        }
        thread.end();
    }
}
