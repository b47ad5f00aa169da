package org.underbase.testbed.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Child JVM that returns each request; {@code exit} ends it with a cause on standard error, {@code ignore} is not answered. */
public final class EchoMain {
    private EchoMain() {}

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals("\"exit\"")) {
                System.err.println("warning: about to exit");
                System.err.println("Echo: no such table");
                System.exit(4);
            }
            if (!line.equals("\"ignore\"")) {
                System.out.println(line);
            }
        }
        System.out.println("Terminating due to the end of input");
        System.out.println("of the test");
    }
}
