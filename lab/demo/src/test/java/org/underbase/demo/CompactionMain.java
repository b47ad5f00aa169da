package org.underbase.demo;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** The comparison of compactions in a process of its own, to be interrupted. */
final class CompactionMain {
    private CompactionMain() {}

    public static void main(String[] args) throws Exception {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        DemoOptions options = DemoTest.optionsIn(Path.of(args[0]), Duration.ofSeconds(1));
        try (Phases phases = new Phases(out);
                Interruption interruption = Interruption.watch(out);
                Places ignored = Places.prepare(options)) {
            DemoCompaction.show(options, phases, interruption);
        }
    }
}
