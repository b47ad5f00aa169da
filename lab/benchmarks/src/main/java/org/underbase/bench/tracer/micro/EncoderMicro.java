package org.underbase.bench.tracer.micro;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
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
import org.underbase.htfs.format.BlockBuilder;
import org.underbase.htfs.format.BlockEncoder;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Precision;
import org.underbase.htfs.format.SegmentHeader;
import org.underbase.htfs.record.TraceKeys;

/** Cost of an event on the tracer's threads: its place in a block, and the encoding and compression of the block. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EncoderMicro {
    private static final int LENGTH = 65_536;
    private static final int STREAMS = 2;

    /** Events of two threads that read sequentially, in blocks as they result from four seconds of recording. */
    @State(Scope.Thread)
    public static class Blocks {
        /** Unused: a parameter of all benchmarks. */
        @Param("")
        public String directory;

        private final long[] starts = new long[Pace.BATCH];
        private final long[] durations = new long[Pace.BATCH];
        private final BlockBuilder block = new BlockBuilder(16 * Pace.BATCH);
        private BlockEncoder encoder;
        private long batchNanos;
        private long now;
        private int position;

        /** Draws times with the variation of reads of 64 KiB. */
        @Setup
        public void draw() {
            SplittableRandom random = new SplittableRandom(2014);
            long next = 0;
            for (int i = 0; i < Pace.BATCH; i++) {
                starts[i] = next;
                durations[i] = (long) (15_000 * Math.exp(random.nextGaussian() / 4));
                next += durations[i] / STREAMS + random.nextInt(2_000);
            }
            batchNanos = next;
            int level = (int) TraceKeys.COMPRESSION_LEVEL.number(new Configuration(false), 1, 19);
            encoder = new BlockEncoder(SegmentHeader.NONE, Precision.COMPACT, level);
        }

        /** Frees the native memory. */
        @TearDown
        public void close() {
            encoder.close();
        }

        private void add() {
            int thread = block.thread(1, "handler-1");
            int other = block.thread(2, "handler-2");
            if (block.size() == 0) {
                for (int i = 0; i < STREAMS; i++) {
                    block.target(1 + i, 1 + i, "/hbase/data/default/messages/region/family/file-" + i, -1);
                }
            }
            for (int i = 0; i < Pace.BATCH; i++) {
                int stream = i % STREAMS;
                long offset = (long) position++ / STREAMS * LENGTH;
                block.add(
                        now + starts[i],
                        durations[i],
                        Call.READ.code(),
                        stream == 0 ? thread : other,
                        stream,
                        offset,
                        LENGTH,
                        LENGTH);
            }
            now += batchNanos;
        }
    }

    /** Adds a batch of events, and encodes each full block: the mean of the batches is the cost of an event. */
    @Benchmark
    public void event(Blocks blocks, CallingThread thread, Blackhole sink) {
        thread.begin();
        blocks.add();
        if (blocks.block.full()) {
            sink.consume(blocks.encoder.encode(blocks.block, 0, 0, BlockHeader.ALL));
            blocks.block.clear();
        }
        thread.end();
    }
}
