package org.underbase.exalt.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Mapping of a compressed file: a snapshot of the logical content, because the kernel can map the compressed form only. */
final class Mapping {
    private static final int STEP = 1 << 20;

    private Mapping() {}

    static Object map(
            Internals internals,
            Descriptor file,
            FileChannel.MapMode mode,
            long position,
            long length,
            int protection,
            boolean sync)
            throws IOException {
        if (mode != FileChannel.MapMode.READ_ONLY && mode != FileChannel.MapMode.PRIVATE) {
            throw new IOException("exalt-agent: cannot map a compressed file with mode " + mode
                    + ": exclude such files by the agent's pattern");
        }
        boolean entered = ReentrancyGuard.enter();
        try {
            return copied(internals, file, mode, position, length, protection, sync);
        } finally {
            if (entered) {
                ReentrancyGuard.leave();
            }
        }
    }

    private static Object copied(
            Internals internals,
            Descriptor file,
            FileChannel.MapMode mode,
            long position,
            long length,
            int protection,
            boolean sync)
            throws IOException {
        Path copy = Files.createTempFile("exalt", ".map");
        try (FileChannel channel = FileChannel.open(
                copy, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(STEP, length));
            for (long done = 0; done < length; ) {
                bytes.clear().limit((int) Math.min(bytes.capacity(), length - done));
                int count = file.read(position + done, bytes);
                if (count < 0) {
                    throw new IOException("Channel not open for writing - cannot extend file to required size");
                }
                bytes.position(0).limit(count);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                done += count;
            }
            return internals.map(channel, mode, length, protection, sync);
        }
    }
}
