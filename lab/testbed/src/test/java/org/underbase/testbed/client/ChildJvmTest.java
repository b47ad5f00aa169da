package org.underbase.testbed.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class ChildJvmTest {
    @TempDir
    private Path directory;

    private ProcessBuilder builder() {
        return new ProcessBuilder(
                ChildJvm.java(), "-cp", System.getProperty("java.class.path"), EchoMain.class.getName());
    }

    private ChildJvm<String, String> echo() throws IOException {
        return new ChildJvm<>("echo", builder(), directory.resolve("echo.err"), String.class);
    }

    private ChildProcess lines(List<String> received) throws IOException {
        return ChildProcess.start("echo", builder(), directory.resolve("echo.err"), List.of("Echo: "), received::add);
    }

    @Test
    void responsesArriveInTheOrderOfRequests() throws IOException {
        try (ChildJvm<String, String> echo = echo()) {
            assertThat(echo.call("first")).isEqualTo("first");
            echo.send("second");
            echo.send("third");
            assertThat(echo.receive()).isEqualTo("second");
            assertThat(echo.receive()).isEqualTo("third");
        }
    }

    @Test
    void exitIsReportedWithItsCode() throws IOException {
        try (ChildJvm<String, String> echo = echo()) {
            assertThatThrownBy(() -> echo.call("exit"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll(
                            "echo exited (exit code 4): last line on standard error: Echo: no such table",
                            "\n    warning: about to exit");
        }
    }

    @Test
    void killIsReported() throws IOException {
        try (ChildJvm<String, String> echo = echo()) {
            assertThat(echo.call("first")).isEqualTo("first");
            echo.kill();
            assertThatThrownBy(() -> echo.call("second"))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("echo was killed");
        }
    }

    @Test
    void missingResponseTimesOut() throws IOException {
        try (ChildJvm<String, String> echo = echo().limit(Duration.ofMillis(500))) {
            assertThatThrownBy(() -> echo.call("ignore"))
                    .isInstanceOf(IOException.class)
                    .hasMessage("echo did not respond within 0 s");
        }
    }

    @Test
    void waitEndsWhenTheThreadIsInterrupted() throws IOException {
        try (ChildJvm<String, String> echo = echo()) {
            echo.send("ignore");
            Thread.currentThread().interrupt();
            assertThatThrownBy(echo::receive).isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void causeIsTheLineWithAKnownPrefix() throws IOException, InterruptedException {
        try (ChildProcess echo = lines(new CopyOnWriteArrayList<>())) {
            echo.send("\"exit\"");
            assertThat(echo.end()).isEqualTo(4);
            assertThat(echo.alive()).isFalse();
            assertThat(echo.died()).hasMessageStartingWith("echo exited (exit code 4): Echo: no such table");
        }
    }

    @Test
    void endReturnsAfterTheListenerHasReceivedAllLines() throws IOException, InterruptedException {
        List<String> received = new CopyOnWriteArrayList<>();
        try (ChildProcess echo = lines(received)) {
            echo.send("line");
            assertThat(echo.end()).isZero();
            assertThat(received).containsExactly("line");
            assertThat(echo.died())
                    .hasMessage("echo exited (exit code 0): Terminating due to the end of input: of the test");
        }
    }
}
