package org.underbase.exalt.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Maps what a compressed file has at one moment: the kernel can map no file that is not there as it reads. */
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
            throw new IOException("exalt-agent: a compressed file cannot be mapped " + mode
                    + ": leave such files out of the agent's pattern");
        }
        boolean entered = Inside.enter();
        try {
            return copied(internals, file, mode, position, length, protection, sync);
        } finally {
            if (entered) {
                Inside.leave();
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
