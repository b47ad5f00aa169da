package org.underbase.dist.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
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
        return page(hdfs, on, writeFailure, written, 0, 0);
    }

    private static String page(String hdfs, boolean on, String writeFailure, long written, long lost, long lag) {
        return String.format(
                "{\"beans\": [{\"Parts\": [{\"key\": \"hdfs\", \"value\": \"%s\"},"
                        + " {\"key\": \"wal\", \"value\": \"unused\"}]},"
                        + " {\"On\": %s, \"WriteFailure\": \"%s\", \"EventsWritten\": %d, \"LostEvents\":"
                        + " [{\"key\": \"nested\", \"value\": 0}, {\"key\": \"sizeCap\", \"value\": %d}],"
                        + " \"LagMillis\": %d}]}",
                hdfs, on, writeFailure, written, lost, lag);
    }

    private String check(Duration patience, String... pages) throws InterruptedException {
        answers = pages;
        requests.set(0);
        return text(new RemoteAttachment(patience).of(daemon()));
    }

    /** Returns the verdict of a check that begins with the first page. */
    private String checkSince(Duration patience, String... pages) throws InterruptedException {
        answers = pages;
        requests.set(0);
        RemoteAttachment remote = new RemoteAttachment(patience);
        remote.begin(List.of(daemon()));
        return text(remote.of(daemon()));
    }

    private static String text(Finding finding) {
        return finding.verdict() + " " + finding.detail();
    }

    private WebPage daemon() {
        return new WebPage(
                "daemon",
                server.getAddress().getHostString(),
                server.getAddress().getPort());
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
    void oldLossesAreNamedAndDoNotFailTheCheck() throws InterruptedException {
        String old = page("attached", true, "", 100, 5, 0);
        assertThat(checkSince(LONG, old, page("attached", true, "", 130, 5, 0)))
                .isEqualTo("OK {hdfs=attached, wal=unused}, 30 events written during this check, 130 since its start;"
                        + " lost before this check, by cause: {sizeCap=5}");
        // An idle daemon has nothing to write.
        assertThat(checkSince(LONG, old, old)).startsWith("OK ").contains(", 0 events written during this check");
        // A restart sets the counters to 0.
        assertThat(checkSince(LONG, old, page("attached", true, "", 3)))
                .isEqualTo("OK {hdfs=attached, wal=unused}, 3 events written during this check, 3 since its start");
    }

    @Test
    void lossesDuringTheCheckFailItAlthoughEventsWereWrittenBefore() throws InterruptedException {
        String old = page("attached", true, "", 100, 5, 0);
        assertThat(checkSince(LONG, old, page("attached", true, "", 100, 9, 10)))
                .startsWith("FAILED calls were lost during this check, by cause {sizeCap=4}: ");
        assertThat(checkSince(LONG, old, page("attached", true, "", 3, 1, 0)))
                .startsWith("FAILED calls were lost during this check, by cause {sizeCap=1}: ");
    }

    @Test
    void eventsThatDoNotReachTheDiskFailTheCheck() throws InterruptedException {
        String waiting = page("attached", true, "", 100, 0, 40_000);
        assertThat(checkSince(Duration.ZERO, page("attached", true, "", 100), waiting))
                .isEqualTo("FAILED an event was recorded 40 s ago and is not written: check whether the disk of"
                        + " its traces hangs");
        assertThat(checkSince(LONG, page("attached", true, "", 100), waiting, page("attached", true, "", 101, 0, 10)))
                .startsWith("OK ");
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
