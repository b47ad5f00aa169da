package org.underbase.exalt.agent;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

/** Program that halts after it has written a file without closing it, or that checks the content of the file. */
public final class HaltingWriter {
    private static final int LENGTH = 3_000_000;
    private static final int PIECE = 64_512;
    private static final int HALTED = 7;

    private HaltingWriter() {}

    /** Arguments: write or check, and the file. */
    public static void main(String[] arguments) throws IOException {
        byte[] content = new byte[LENGTH];
        Tardis.fill(Form.DATA, LENGTH, 0, content);
        content[LENGTH / 2] ^= 1;
        Path file = Path.of(arguments[1]);
        if (arguments[0].equals("write")) {
            FileOutputStream out = new FileOutputStream(file.toFile());
            for (int at = 0; at < LENGTH; at += PIECE) {
                out.write(content, at, Math.min(PIECE, LENGTH - at));
            }
            Runtime.getRuntime().halt(HALTED);
        }
        System.out.println("same " + Arrays.equals(Files.readAllBytes(file), content) + " length "
                + file.toFile().length());
    }
}
