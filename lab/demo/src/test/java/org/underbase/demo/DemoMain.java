package org.underbase.demo;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** Demo in a separate process, long enough for an interruption. */
final class DemoMain {
    private DemoMain() {}

    public static void main(String[] args) throws Exception {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        new Demo(SmallDemo.options(Path.of(args[0]), Duration.ofMinutes(10)), false, out, out).run();
    }
}
