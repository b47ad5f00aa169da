package org.underbase.htfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A finished child JVM.
 *
 * @param out lines on standard output
 * @param errors lines on standard error
 */
public record ChildRun(List<String> out, List<String> errors) {

    /**
     * Runs a main class until it exits with code 0.
     *
     * @param dir directory for its output
     * @param classPath class path, in order
     * @param options options of the JVM
     * @param main main class
     * @param arguments arguments of the main class
     */
    public static ChildRun of(Path dir, List<String> classPath, List<String> options, String main, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.net.preferIPv4Stack=true",
                "-cp",
                String.join(File.pathSeparator, classPath)));
        command.addAll(options);
        command.add(main);
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(dir, "child", ".out");
        Path errors = Files.createTempFile(dir, "child", ".err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            boolean exited = process.waitFor(5, TimeUnit.MINUTES);
            assertThat(exited)
                    .as("%s did not exit: %s", main, Files.readString(errors))
                    .isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(process.exitValue())
                .as("%s%n%s%n%s", command, Files.readString(out), Files.readString(errors))
                .isZero();
        return new ChildRun(Files.readAllLines(out), Files.readAllLines(errors));
    }

    /** Returns the class path of this JVM. */
    public static List<String> classPath() {
        return List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1));
    }
}
