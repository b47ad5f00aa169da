package org.underbase.exalt.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** JVM with the packaged agent. */
final class AgentJvm {
    static final Path JAR = Path.of("target", "exalt-agent.jar").toAbsolutePath();

    private final Path home;
    private final List<String> options = new ArrayList<>();
    private String classPath = Path.of("target", "test-classes").toAbsolutePath() + ":" + JAR;

    AgentJvm(Path home, String arguments) {
        this.home = home;
        options.add("-javaagent:" + JAR + (arguments.isEmpty() ? "" : "=" + arguments));
    }

    private AgentJvm(Path home) {
        this.home = home;
    }

    /** Creates a JVM without the agent. */
    static AgentJvm without(Path home) {
        return new AgentJvm(home);
    }

    /** Prepends an entry to the class path. */
    AgentJvm first(Path classes) {
        classPath = classes.toAbsolutePath() + ":" + classPath;
        return this;
    }

    AgentJvm option(String option) {
        options.add(option);
        return this;
    }

    /** Exit code, and standard output with standard error. */
    record Ended(int exit, String output) {}

    private ProcessBuilder command(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(home.resolve("bin/java").toString()));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    /** Starts the JVM; the caller reads its standard output and destroys it. */
    Process start(Class<?> main, String... arguments) throws IOException {
        return command(main, arguments)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    Ended run(Path scratch, Class<?> main, String... arguments) throws IOException, InterruptedException {
        Path output = Files.createTempFile(scratch, "jvm", ".out");
        Process process = command(main, arguments)
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
