package org.underbase.demo;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;

/** A demonstration in a process of its own, long enough to be interrupted. */
final class DemoMain {
    private DemoMain() {}

    public static void main(String[] args) throws Exception {
        PrintWriter out = new PrintWriter(System.out, true, java.nio.charset.StandardCharsets.UTF_8);
        new Demo(DemoTest.optionsIn(Path.of(args[0]), Duration.ofMinutes(10)), false, out, out).run();
    }
}
