package org.underbase.bench.tardis;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.underbase.exalt.tardis.Codec;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;
import org.underbase.exalt.tardis.Verify;

/** Costs per chunk. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TardisMicro {
    private static final int GZIP_LEVEL = 6;

    /** State that is reused for all chunks. */
    @State(Scope.Thread)
    public static class Tools {
        private final Codec paper = new Codec(Verify.PAPER);
        private final Codec sampled = new Codec(Verify.SAMPLED);
        private final Codec full = new Codec(Verify.FULL);
        private final Deflater deflater = new Deflater(GZIP_LEVEL, true);
        private final byte[] deflated = new byte[Chunks.CHUNK];
        private final byte[] zeros = new byte[Chunks.CHUNK];

        /** Releases native memory. */
        @TearDown(Level.Trial)
        public void stop() {
            deflater.end();
        }
    }

    /** Compresses; verifies the first and the last unit, as in the paper. */
    @Benchmark
    public byte[] paper(Tools tools, Chunks chunks) {
        return tools.paper.compress(chunks.next());
    }

    /** Compresses; verifies one unit in 61. */
    @Benchmark
    public byte[] sampled(Tools tools, Chunks chunks) {
        return tools.sampled.compress(chunks.next());
    }

    /** Compresses; verifies every byte. */
    @Benchmark
    public byte[] full(Tools tools, Chunks chunks) {
        return tools.full.compress(chunks.next());
    }

    /** Compresses the same bytes with gzip, the paper's first baseline. */
    @Benchmark
    public int gzip(Tools tools, Chunks chunks) {
        tools.deflater.reset();
        tools.deflater.setInput(chunks.next());
        tools.deflater.finish();
        int length = 0;
        while (!tools.deflater.finished()) {
            length += tools.deflater.deflate(tools.deflated);
        }
        return length;
    }

    /** Counts zeros byte by byte, the paper's second baseline. */
    @Benchmark
    public int zeros(Chunks chunks) {
        byte[] chunk = chunks.next();
        int length = 0;
        while (length < chunk.length && chunk[length] == 0) {
            length++;
        }
        return length;
    }

    /** Counts zeros with the processor's vector instructions. */
    @Benchmark
    public int zerosSimd(Tools tools, Chunks chunks) {
        return Arrays.mismatch(chunks.next(), tools.zeros);
    }

    /** Expands a compressed chunk. */
    @Benchmark
    public ByteBuffer expand(Chunks chunks) {
        ByteBuffer chunk = chunks.nextBuffer();
        Tardis.expand(Form.DATA, 5, chunks.count, chunk, 0, Chunks.CHUNK);
        return chunk;
    }
}
