package org.underbase.operator.output;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Small text file that a user wrote, for example a description or a study. A pipe is read as well. */
public final class UserText {
    private static final int MOST = 1 << 20;

    private UserText() {}

    /**
     * Reads a file.
     *
     * @param file file in UTF-8
     * @param kind kind of the file in messages
     * @throws IOException if it does not exist, is a directory, is unreadable, has more than 1 MiB or is not UTF-8
     */
    public static String read(Path file, String kind) throws IOException {
        if (!Files.exists(file)) {
            throw invalid(file, kind, "does not exist");
        }
        if (Files.isDirectory(file)) {
            throw invalid(file, kind, "is a directory");
        }
        if (!Files.isReadable(file)) {
            throw invalid(file, kind, "is not readable");
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MOST + 1);
        }
        if (bytes.length > MOST) {
            throw invalid(file, kind, "has more than 1 MiB");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException("invalid " + kind + ": " + file + ": is not text in UTF-8", e);
        }
    }

    private static IOException invalid(Path file, String kind, String reason) {
        return new IOException("invalid " + kind + ": " + file + ": " + reason);
    }
}
