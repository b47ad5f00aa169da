package org.underbase.dist.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Verdicts on the {@code /jmx} page of a daemon. */
class RemoteAttachmentTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final AtomicInteger requests = new AtomicInteger();
    private HttpServer server;
    private String[] answers;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/jmx", exchange -> {
            int request = Math.min(requests.getAndIncrement(), answers.length - 1);
            byte[] body = answers[request].getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static String page(String hdfs, boolean on, String writeFailure, long written) {
        return String.format(
                "{\"beans\": [{\"Parts\": [{\"key\": \"hdfs\", \"value\": \"%s\"},"
                        + " {\"key\": \"wal\", \"value\": \"unused\"}]},"
                        + " {\"On\": %s, \"WriteFailure\": \"%s\", \"EventsWritten\": %d}]}",
                hdfs, on, writeFailure, written);
    }

    private String check(Duration patience, String... pages) throws InterruptedException {
        answers = pages;
        Finding finding = new RemoteAttachment(patience)
                .of(new WebPage(
                        "daemon",
                        server.getAddress().getHostString(),
                        server.getAddress().getPort()));
        return finding.verdict() + " " + finding.detail();
    }

    @Test
    void theCheckWaitsForTheFirstEventOnDisk() throws InterruptedException {
        String pending = page("attached", true, "", 0);
        assertThat(check(LONG, pending, pending, page("attached", true, "", 7)))
                .startsWith("OK ")
                .contains("7 events written");
        assertThat(requests).hasValue(3);
    }

    @Test
    void anAttachedTracerWithoutAnEventFails() throws InterruptedException {
        assertThat(check(Duration.ZERO, page("attached", true, "", 0)))
                .startsWith("FAILED ")
                .contains("no event was written");
        assertThat(check(LONG, page("attached", true, "/t is writable by other users", 5)))
                .isEqualTo("FAILED the last write of a trace failed, /t is writable by other users: check the disk and"
                        + " the rights of its directory");
    }

    @Test
    void otherStatesFailAtOnce() throws InterruptedException {
        assertThat(check(LONG, "{\"beans\": []}")).startsWith("FAILED not loaded");
        assertThat(check(LONG, page("missing", true, "", 0))).startsWith("FAILED {hdfs=missing");
        assertThat(check(LONG, page("failed", false, "", 0))).startsWith("FAILED {hdfs=failed");
        assertThat(check(LONG, page("attached", false, "", 0))).startsWith("UNKNOWN recording is off");
        assertThat(check(
                        LONG,
                        "{\"beans\": [{\"Parts\": [{\"key\": \"hdfs\", \"value\": \"failed\"}],"
                                + " \"Failure\": \"the secret has 3 bytes\"}]}"))
                .isEqualTo("FAILED the secret has 3 bytes");
    }
}
