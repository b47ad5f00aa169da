package org.underbase.htfs.format;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.util.Native;
import java.nio.ByteBuffer;

/**
 * zstd through direct buffers, never through arrays: with arrays the native code pins them, and G1 of JDK 25.0.0 to
 * 25.0.2 may move a pinned array (JDK-8377811). Not thread-safe.
 */
final class Zstandard implements AutoCloseable {
    private static final int LEAST = 1 << 12;

    private final int level;
    private ZstdCompressCtx compress;
    private ZstdDecompressCtx decompress;
    private ByteBuffer in = ByteBuffer.allocateDirect(LEAST);
    private ByteBuffer out = ByteBuffer.allocateDirect(LEAST);

    Zstandard(int level) {
        this.level = level;
    }

    /** Loads the native library: at the first use may be too late, for a JVM that ends loads none. */
    static void load() {
        Native.load();
    }

    /** Appends the compressed bytes to {@code sink}; returns how many they are. */
    int compress(byte[] bytes, int length, ByteSink sink) {
        if (compress == null) {
            compress = new ZstdCompressCtx().setLevel(level);
        }
        in = room(in, length);
        in.put(bytes, 0, length).flip();
        out = room(out, (int) Zstd.compressBound(length));
        int size = compress.compressDirectByteBuffer(out, 0, out.capacity(), in, 0, length);
        byte[] copy = new byte[size];
        out.get(copy);
        sink.bytes(copy);
        return size;
    }

    /** Decompresses to exactly {@code length} bytes at the start of {@code target}. */
    void decompress(ByteSource source, byte[] target, int length) throws TraceFormatException {
        if (decompress == null) {
            decompress = new ZstdDecompressCtx();
        }
        int stored = source.remaining();
        in = room(in, stored);
        in.put(source.array(), source.position(), stored).flip();
        source.skip(stored);
        // Before room is made for it: a few bytes can claim to be many.
        long claimed = Zstd.getDirectByteBufferFrameContentSize(in, 0, stored);
        if (claimed != length) {
            throw new TraceFormatException("a column is not a zstd frame of " + length + " bytes");
        }
        out = room(out, length);
        int size;
        try {
            size = decompress.decompressDirectByteBuffer(out, 0, length, in, 0, stored);
        } catch (ZstdException e) {
            throw new TraceFormatException("a column does not decompress: " + e.getMessage(), e);
        }
        if (size != length) {
            throw new TraceFormatException("a column has " + size + " bytes, should have " + length);
        }
        out.get(target, 0, length);
    }

    /** Grows by doubling: direct memory comes back only when garbage is collected. */
    private static ByteBuffer room(ByteBuffer buffer, int length) {
        ByteBuffer enough = buffer.capacity() >= length
                ? buffer
                : ByteBuffer.allocateDirect(Math.max(length, buffer.capacity() * 2));
        return enough.clear();
    }

    @Override
    public void close() {
        if (compress != null) {
            compress.close();
        }
        if (decompress != null) {
            decompress.close();
        }
    }
}
