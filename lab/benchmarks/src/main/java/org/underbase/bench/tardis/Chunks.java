package org.underbase.bench.tardis;

import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

/** Consecutive chunks of 1 MiB of one sequence, or of zeros. */
@State(Scope.Thread)
public class Chunks {
    static final int CHUNK = 1 << 20;

    /** Number of chunks: one, or more than fit in the processor's caches. */
    @Param("1")
    public int count;

    /** Whether the chunks contain zeros. */
    @Param("false")
    public boolean zeros;

    private byte[][] chunks;
    private int next;

    /** Creates the chunks. */
    @Setup(Level.Trial)
    public void fill() {
        chunks = new byte[count][CHUNK];
        for (int i = 0; i < count && !zeros; i++) {
            Tardis.fill(Form.DATA, (long) count * CHUNK, (long) i * CHUNK, chunks[i]);
        }
    }

    byte[] next() {
        next = next + 1 < count ? next + 1 : 0;
        return chunks[next];
    }

    ByteBuffer nextBuffer() {
        return ByteBuffer.wrap(next());
    }
}
