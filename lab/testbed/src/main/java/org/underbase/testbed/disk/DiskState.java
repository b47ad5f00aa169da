package org.underbase.testbed.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Page that is shared with the process of an emulated disk: {@code struct state} of {@code slowdisk.c}, 64-bit words in the
 * machine's byte order. Thread-safe.
 *
 * @param file path of the page's file
 */
record DiskState(Path file) {
    private static final long MAGIC = 0x314b534944574c53L;
    private static final long VERSION = 1;
    private static final int PAGE = 4096;
    private static final int PARAMETERS = 2 * Long.BYTES;
    private static final int COUNTERS = 8 * Long.BYTES;
    private static final int COUNTERS_BYTES = 7 * Long.BYTES;

    static DiskState create(Path file, DiskModel model) throws IOException {
        ByteBuffer page = ByteBuffer.allocate(PAGE).order(ByteOrder.nativeOrder());
        page.putLong(MAGIC).putLong(VERSION).put(words(model)).position(PAGE).flip();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            channel.write(page);
        }
        return new DiskState(file);
    }

    void model(DiskModel model) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(words(model), PARAMETERS);
        }
    }

    DiskCounters counters() throws IOException {
        ByteBuffer page = ByteBuffer.allocate(COUNTERS_BYTES).order(ByteOrder.nativeOrder());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            int read = channel.read(page, COUNTERS);
            if (read != page.capacity()) {
                throw new IOException(file + ": " + read + " bytes of counters instead of " + page.capacity());
            }
        }
        LongBuffer words = page.flip().asLongBuffer();
        DiskBytes bytes = new DiskBytes(words.get(), words.get());
        return new DiskCounters(bytes, words.get(), words.get(), words.get(), words.get(), words.get());
    }

    private static ByteBuffer words(DiskModel model) {
        return ByteBuffer.allocate(3 * Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(model.bytesPerSecond())
                .putLong(model.seek().toNanos())
                .putLong(model.flush().toNanos())
                .flip();
    }
}
