package org.underbase.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** Interruption of a program with SIGTERM, which runs the same shutdown hooks as SIGINT, and check of its leftovers. */
final class InterruptedDemo {
    private InterruptedDemo() {}

    /**
     * Runs a program, interrupts it and checks that neither processes nor files of its cluster remain.
     *
     * @param main class of the program
     * @param dir temporary directory
     * @param output text in the output after which the program is interrupted
     * @param cluster directory of the cluster below {@code work}
     */
    static void run(Class<?> main, Path dir, String output, String cluster) throws Exception {
        Path log = dir.resolve("demo.log");
        Process demo = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "--add-opens=java.base/java.nio=ALL-UNNAMED",
                        "-Xmx512m",
                        "-Djava.io.tmpdir=" + dir,
                        "-cp",
                        System.getProperty("surefire.real.class.path", System.getProperty("java.class.path")),
                        main.getName(),
                        dir.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(4))
                    .until(() -> !demo.isAlive() || Files.readString(log).contains(output));
            assertThat(demo.isAlive())
                    .as("the program runs; its output:%n%s", Files.readString(log))
                    .isTrue();
            demo.destroy();
            assertThat(demo.waitFor(2, TimeUnit.MINUTES)).as("exited").isTrue();
        } finally {
            demo.destroyForcibly();
        }
        Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(SmallDemo.processesOf(dir))
                .isEmpty());
        Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(
                        dir.resolve("work").resolve(cluster))
                .doesNotExist());
    }
}
