package org.underbase.bench.tracer.micro;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** Cost that tracing adds to a read or write, measured with streams that do nothing. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StreamMicro {
    private static final int LENGTH = 4096;

    /** Streams of {@link VoidFileSystem}, traced or not; one pair per thread. */
    @State(Scope.Thread)
    public static class Streams {
        /** Directory of the segments. */
        @Param("")
        public String directory;

        /** Whether the streams are traced. */
        @Param("false")
        public boolean traced;

        private final byte[] buffer = new byte[LENGTH];
        private FileSystem fs;
        private FSDataInputStream in;
        private FSDataOutputStream out;

        /** Opens the streams by configuration, as a client does. */
        @Setup
        public void open() throws IOException {
            Configuration conf = new Configuration(false);
            conf.set("underbase.trace.dir", directory);
            conf.set("fs.void.impl.disable.cache", "true");
            if (traced) {
                conf.set("fs.void.impl", "org.underbase.htfs.APITraceFileSystem");
                conf.set("fs.apitrace.underlyingfs.impl", VoidFileSystem.class.getName());
            } else {
                conf.set("fs.void.impl", VoidFileSystem.class.getName());
            }
            fs = FileSystem.get(URI.create("void:///"), conf);
            in = fs.open(new Path("/in"));
            out = fs.create(new Path("/out"));
        }

        /** Closes the streams. */
        @TearDown
        public void close() throws IOException {
            in.close();
            out.close();
            fs.close();
        }
    }

    /** Reads sequentially. */
    @Benchmark
    public void read(Streams streams, Pace pace, CallingThread thread, Blackhole sink) throws IOException {
        thread.begin();
        for (int i = 0; i < Pace.BATCH; i++) {
            sink.consume(streams.in.read(streams.buffer, 0, LENGTH));
        }
        thread.end();
    }

    /** Reads at offsets. */
    @Benchmark
    public void pread(Streams streams, Pace pace, CallingThread thread, Blackhole sink) throws IOException {
        thread.begin();
        for (int i = 0; i < Pace.BATCH; i++) {
            sink.consume(streams.in.read((long) i * LENGTH, streams.buffer, 0, LENGTH));
        }
        thread.end();
    }

    /** Writes. */
    @Benchmark
    public void write(Streams streams, Pace pace, CallingThread thread) throws IOException {
        thread.begin();
        for (int i = 0; i < Pace.BATCH; i++) {
            streams.out.write(streams.buffer, 0, LENGTH);
        }
        thread.end();
    }
}
