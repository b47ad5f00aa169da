package org.underbase.exalt.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Program that the agent cannot serve: it loads native code and writes random data. */
final class Unseen {
    private static final int MEGABYTES = 65;

    private Unseen() {}

    /** Arguments: a native library and a file to write. */
    public static void main(String[] arguments) throws IOException {
        System.load(arguments[0]);
        byte[] data = new byte[1 << 20];
        new Random(5).nextBytes(data);
        try (OutputStream out = Files.newOutputStream(Path.of(arguments[1]))) {
            for (int i = 0; i < MEGABYTES; i++) {
                out.write(data);
            }
        }
        System.out.println("written " + Files.size(Path.of(arguments[1])));
    }
}
