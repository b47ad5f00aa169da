package org.underbase.exalt.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM with the agent, as the build packs it. */
final class AgentJvm {
    private static final Path JAR = Path.of("target", "exalt-agent.jar").toAbsolutePath();

    private final Path home;
    private final List<String> options = new ArrayList<>();

    AgentJvm(Path home, String arguments) {
        this.home = home;
        options.add("-javaagent:" + JAR + (arguments.isEmpty() ? "" : "=" + arguments));
    }

    AgentJvm option(String option) {
        options.add(option);
        return this;
    }

    /** How it ended and all that it said. */
    record Ended(int exit, String output) {}

    Ended run(Path scratch, Class<?> main, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(home.resolve("bin/java").toString()));
        command.addAll(options);
        // Tests stand beside the agent, which the bootstrap class loader has.
        command.addAll(List.of("-cp", Path.of("target", "test-classes").toAbsolutePath() + ":" + JAR, main.getName()));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile(scratch, "jvm", ".out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            return new Ended(process.waitFor(), Files.readString(output, StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
        }
    }
}
