package org.underbase.exalt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the storage system of docs/exalt.md, which is unaware of the agent, with the documented command lines. */
@Tag("cluster")
class ExampleTest {
    private static final Path JAR = Path.of("target", "exalt-agent.jar").toAbsolutePath();
    private static final Path STORE = Path.of("..", "docs", "examples", "exalt", "Store.java");
    private static final String SERVING = "serving at port ";

    @TempDir
    private Path directory;

    @Test
    void sixtyMegabytesSentThroughASocketTakeAFewHundredBytes() throws Exception {
        Path data = directory.resolve("data");
        String registry = "registry=" + directory.resolve("registry");
        Process server = java("directories=" + data + "," + registry, "server", "0", data.toString());
        try (BufferedReader output = server.inputReader()) {
            Process client = java(registry + ",statistics=-", "client", port(output), "3", "20");
            try {
                String all = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(client.waitFor()).as(all).isZero();
                assertThat(all)
                        .contains("wrote 60 MB")
                        .contains("read all of it back, each byte as it was")
                        .contains("\"connections_framed\":6,");
            } finally {
                client.destroyForcibly();
            }
        } finally {
            server.destroyForcibly().waitFor();
        }
        try (Stream<Path> files = Files.list(data)) {
            List<Path> objects = files.toList();
            assertThat(objects).hasSize(3);
            assertThat(objects).allSatisfy(file -> assertThat(Files.size(file)).isLessThan(300));
        }
    }

    private static String port(BufferedReader output) throws IOException {
        List<String> before = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(SERVING)) {
                return line.substring(SERVING.length());
            }
            before.add(line);
        }
        throw new AssertionError("server did not start: " + before);
    }

    private static Process java(String agent, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-javaagent:" + JAR + "=" + agent,
                "-cp",
                JAR.toString(),
                STORE.toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}
