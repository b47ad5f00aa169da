package org.underbase.htfs.format;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.util.Native;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Compression with zstd through direct buffers. The native code would pin arrays, and G1 of JDK 25.0.0 to 25.0.2 may move
 * a pinned array (JDK-8377811). Not thread-safe.
 */
final class Zstandard implements AutoCloseable {
    private static final int MIN_CAPACITY = 1 << 12;

    private final int level;
    private ZstdCompressCtx compress;
    private ZstdDecompressCtx decompress;
    private ByteBuffer in = ByteBuffer.allocateDirect(MIN_CAPACITY);
    private ByteBuffer out = ByteBuffer.allocateDirect(MIN_CAPACITY);

    Zstandard(int level) {
        this.level = level;
    }

    /**
     * Loads the native library early, because a JVM that shuts down cannot load it.
     *
     * @throws IOException if that fails; the message is one line
     */
    static void load() throws IOException {
        try {
            Native.load();
        } catch (LinkageError e) {
            // The native library is unpacked to the temporary directory, which may be missing or mounted with noexec.
            throw new IOException(
                    "cannot load the native library of zstd-jni: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse("")
                            + "; set -Djava.io.tmpdir to an existing directory that is not mounted with noexec",
                    e);
        }
    }

    /** Appends the compressed bytes to {@code sink} and returns their number. */
    int compress(byte[] bytes, int length, ByteSink sink) {
        if (compress == null) {
            compress = new ZstdCompressCtx().setLevel(level);
        }
        in = room(in, length);
        in.put(bytes, 0, length).flip();
        out = room(out, (int) Zstd.compressBound(length));
        int size = compress.compressDirectByteBuffer(out, 0, out.capacity(), in, 0, length);
        out.get(sink.room(size), sink.size(), size);
        sink.advance(size);
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
        // Check before allocating: a small frame can declare a huge size.
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
            throw new TraceFormatException("a column has " + size + " bytes instead of " + length);
        }
        out.get(target, 0, length);
    }

    /** Doubles the capacity when it grows, because only garbage collection releases direct memory. */
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
