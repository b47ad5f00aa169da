package org.underbase.sim.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.underbase.operator.page.OutputFile;

/**
 * File with a text. Format, in network byte order: magic {@code UBSIMRUN}, version and feature flags as 16 bits each, the text
 * in UTF-8, then the CRC32C of everything before as 64 bits. A file gets its name when it is complete.
 */
final class RunFile {
    private static final byte[] MAGIC = "UBSIMRUN".getBytes(StandardCharsets.US_ASCII);
    private static final short VERSION = 1;
    private static final int HEADER = 12;
    private static final int CRC = 8;

    private RunFile() {}

    /** Writes a file, and replaces an older one atomically. */
    static void write(Path file, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + body.length + CRC);
        bytes.put(MAGIC).putShort(VERSION).putShort((short) 0).put(body);
        bytes.putLong(crc(bytes.array()));
        // Without a sync: after a loss of power the CRC shows an incomplete file, and the run is repeated.
        OutputFile.replace(file, bytes.array());
    }

    /** Returns the text in UTF-8; empty if the file is corrupt or has another version. */
    static Optional<byte[]> read(Path file) throws IOException {
        byte[] all = Files.readAllBytes(file);
        if (all.length < HEADER + CRC || !Arrays.equals(all, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            return Optional.empty();
        }
        ByteBuffer bytes = ByteBuffer.wrap(all);
        boolean intact = bytes.getShort(MAGIC.length) == VERSION
                && bytes.getShort(MAGIC.length + Short.BYTES) == 0
                && bytes.getLong(all.length - CRC) == crc(all);
        return intact ? Optional.of(Arrays.copyOfRange(all, HEADER, all.length - CRC)) : Optional.empty();
    }

    private static long crc(byte[] all) {
        CRC32C crc = new CRC32C();
        crc.update(all, 0, all.length - CRC);
        return crc.getValue();
    }
}
