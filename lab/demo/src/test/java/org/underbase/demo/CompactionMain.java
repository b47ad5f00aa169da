package org.underbase.demo;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** Comparison of compactions in a separate process, which a test interrupts. */
final class CompactionMain {
    private CompactionMain() {}

    public static void main(String[] args) throws Exception {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        DemoOptions options = SmallDemo.options(Path.of(args[0]), Duration.ofSeconds(1));
        try (Phases phases = new Phases(out);
                Interruption interruption = Interruption.watch(out);
                DemoDirectories ignored = DemoDirectories.prepare(options)) {
            DemoCompaction.measure(options, phases, interruption);
        }
    }
}
