package org.underbase.dist.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** State of the tracer in an HBase daemon, from its {@code /jmx} page: attached, and one of its events is on disk. */
final class RemoteAttachment {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration INTERVAL = Duration.ofMillis(250);

    /**
     * The tracer's beans.
     *
     * @param parts state of each part by its name; empty if the tracer is not loaded in that process
     * @param on whether it records
     * @param writeFailure cause why the last write of a trace failed; empty if it succeeded
     * @param eventsWritten number of events on disk
     * @param failure cause why the tracer cannot record; empty if it can
     */
    record State(Map<String, String> parts, boolean on, String writeFailure, long eventsWritten, String failure) {
        static State parse(String json) throws IOException {
            Map<String, String> parts = new TreeMap<>();
            boolean on = false;
            String writeFailure = "";
            long written = 0;
            String failure = "";
            for (JsonNode bean : new ObjectMapper().readTree(json).path("beans")) {
                for (JsonNode entry : bean.path("Parts")) {
                    parts.put(entry.path("key").asText(), entry.path("value").asText());
                }
                on |= bean.path("On").asBoolean();
                writeFailure += bean.path("WriteFailure").asText("");
                written += bean.path("EventsWritten").asLong();
                failure = failure.isEmpty() ? bean.path("Failure").asText("") : failure;
            }
            return new State(parts, on, writeFailure, written, failure);
        }

        boolean attached() {
            return "attached".equals(parts.get("hdfs"))
                    && !parts.containsValue("missing")
                    && !parts.containsValue("failed");
        }

        /** Whether the first event may still be on its way to the disk. */
        boolean pending() {
            return attached() && on && eventsWritten == 0;
        }
    }

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final Duration patience;

    RemoteAttachment() {
        this(PATIENCE);
    }

    /** @param patience maximum wait for the first event */
    RemoteAttachment(Duration patience) {
        this.patience = patience;
    }

    /**
     * Checks one daemon.
     *
     * @return failed if the daemon is not traced or writes no event; unknown if its page cannot be read, for example because
     *     it requires authentication, or recording is off
     */
    Finding of(WebPage page) throws InterruptedException {
        String part = "tracer in " + page.daemon();
        URI address = URI.create("http://" + page.host() + ":" + page.port() + "/jmx?qry=org.underbase.htfs:type=*");
        long start = System.nanoTime();
        try {
            while (true) {
                HttpResponse<String> answer = http.send(
                        HttpRequest.newBuilder(address).timeout(PATIENCE).build(), BodyHandlers.ofString());
                if (answer.statusCode() != 200) {
                    return Finding.unknown(
                            part, address + " answers " + answer.statusCode() + ": check the page in a browser");
                }
                State state = State.parse(answer.body());
                if (!state.pending() || System.nanoTime() - start >= patience.toNanos()) {
                    return judge(part, state);
                }
                Thread.sleep(INTERVAL.toMillis());
            }
        } catch (IOException e) {
            return Finding.unknown(part, address + " cannot be read: " + e);
        }
    }

    private Finding judge(String part, State state) {
        if (state.parts().isEmpty()) {
            return Finding.failed(
                    part, "not loaded in that process: check its class path and fs.hdfs.impl, then restart it");
        }
        if (!state.failure().isEmpty()) {
            return Finding.failed(part, state.failure());
        }
        if (!state.attached()) {
            return Finding.failed(
                    part,
                    state.parts() + ": its log names the cause or the key to set, in a line with \"NOT attached\" or"
                            + " \"not traced\"");
        }
        if (!state.writeFailure().isEmpty()) {
            return Finding.failed(
                    part,
                    "the last write of a trace failed, " + state.writeFailure()
                            + ": check the disk and the rights of its directory");
        }
        if (!state.on()) {
            return Finding.unknown(part, "recording is off: set underbase.trace.enabled or delete the control file");
        }
        return state.eventsWritten() > 0
                ? Finding.ok(part, state.parts() + ", " + state.eventsWritten() + " events written")
                : Finding.failed(
                        part,
                        "attached, but no event was written within " + patience.toSeconds()
                                + " s: check its log and the directory of its traces");
    }
}
