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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.record.TraceKeys;

/**
 * State of the tracer in HBase's daemons, from their {@code /jmx} pages: attached, and events reach the disk. The verdict is
 * about the time of the check: a daemon may have written or lost events long ago, so that its counters are compared with
 * those at the start of the check.
 */
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
     * @param lost number of lost calls by cause, without the causes that did not occur
     * @param lagMillis age of the oldest unwritten event, in milliseconds
     * @param failure cause why the tracer cannot record; empty if it can
     */
    record State(
            Map<String, String> parts,
            boolean on,
            String writeFailure,
            long eventsWritten,
            Map<String, Long> lost,
            long lagMillis,
            String failure) {
        static State parse(String json) throws IOException {
            Map<String, String> parts = new TreeMap<>();
            boolean on = false;
            String writeFailure = "";
            long written = 0;
            Map<String, Long> lost = new TreeMap<>();
            long lag = 0;
            String failure = "";
            for (JsonNode bean : new ObjectMapper().readTree(json).path("beans")) {
                for (JsonNode entry : bean.path("Parts")) {
                    parts.put(entry.path("key").asText(), entry.path("value").asText());
                }
                for (JsonNode entry : bean.path("LostEvents")) {
                    if (entry.path("value").asLong() > 0) {
                        lost.put(entry.path("key").asText(), entry.path("value").asLong());
                    }
                }
                on |= bean.path("On").asBoolean();
                writeFailure += bean.path("WriteFailure").asText("");
                written += bean.path("EventsWritten").asLong();
                lag = Math.max(lag, bean.path("LagMillis").asLong());
                failure = failure.isEmpty() ? bean.path("Failure").asText("") : failure;
            }
            return new State(parts, on, writeFailure, written, lost, lag, failure);
        }

        boolean attached() {
            return "attached".equals(parts.get("hdfs"))
                    && !parts.containsValue("missing")
                    && !parts.containsValue("failed");
        }

        /** Returns the number of events written after an earlier state, all if the daemon was restarted. */
        long writtenSince(State before) {
            return eventsWritten < before.eventsWritten ? eventsWritten : eventsWritten - before.eventsWritten;
        }

        /** Returns the number of calls lost after an earlier state by cause, all if the daemon was restarted. */
        Map<String, Long> lostSince(State before) {
            boolean restarted = eventsWritten < before.eventsWritten;
            Map<String, Long> news = new TreeMap<>();
            lost.forEach((cause, calls) -> {
                long more = calls - (restarted ? 0 : before.lost.getOrDefault(cause, 0L));
                if (more > 0) {
                    news.put(cause, more);
                }
            });
            return news;
        }

        /** Whether events may still be on their way to the disk. */
        boolean pending(State before) {
            return attached()
                    && on
                    && writeFailure.isEmpty()
                    && writtenSince(before) == 0
                    && lostSince(before).isEmpty()
                    && (eventsWritten == 0 || lagMillis > 0);
        }
    }

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final Map<WebPage, State> begin = new HashMap<>();
    private final Duration patience;

    /** @param patience maximum wait for an event that is recorded but not written */
    RemoteAttachment(Duration patience) {
        this.patience = patience;
    }

    /**
     * Creates the check of daemons with a configuration.
     *
     * @throws IOException if the configuration has an invalid interval of blocks
     */
    static RemoteAttachment of(Configuration conf) throws IOException {
        try {
            return new RemoteAttachment(PATIENCE.plusMillis(TraceKeys.BLOCK_INTERVAL.millis(conf)));
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Reads the counters with which {@link #of(WebPage)} compares the later ones. */
    void begin(List<WebPage> pages) throws InterruptedException {
        for (WebPage page : pages) {
            try {
                HttpResponse<String> answer = get(page);
                if (answer.statusCode() == 200) {
                    begin.put(page, State.parse(answer.body()));
                }
            } catch (IOException e) {
                // The check of the daemon tries again and reports the failure.
                begin.remove(page);
            }
        }
    }

    /**
     * Checks one daemon.
     *
     * @return failed if the daemon is not traced, writes no event or loses events; unknown if its page cannot be read, for
     *     example because it requires authentication, or recording is off
     */
    Finding of(WebPage page) throws InterruptedException {
        String part = "tracer in " + page.daemon();
        long start = System.nanoTime();
        try {
            while (true) {
                HttpResponse<String> answer = get(page);
                if (answer.statusCode() != 200) {
                    return Finding.unknown(
                            part, address(page) + " answers " + answer.statusCode() + ": check the page in a browser");
                }
                State state = State.parse(answer.body());
                State before = begin.computeIfAbsent(page, key -> state);
                if (!state.pending(before) || System.nanoTime() - start >= patience.toNanos()) {
                    return judge(part, state, before);
                }
                Thread.sleep(INTERVAL.toMillis());
            }
        } catch (IOException e) {
            return Finding.unknown(part, address(page) + " cannot be read: " + e);
        }
    }

    private static URI address(WebPage page) {
        return URI.create("http://" + page.host() + ":" + page.port() + "/jmx?qry=org.underbase.htfs:type=*");
    }

    private HttpResponse<String> get(WebPage page) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(address(page)).timeout(PATIENCE).build(), BodyHandlers.ofString());
    }

    private Finding judge(String part, State state, State before) {
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
        return judgeCounters(part, state, before);
    }

    private Finding judgeCounters(String part, State state, State before) {
        Map<String, Long> lost = state.lostSince(before);
        if (!lost.isEmpty()) {
            return Finding.failed(
                    part,
                    "calls were lost during this check, by cause " + lost
                            + ": make space in the directory of its traces, or raise underbase.trace.max.bytes or"
                            + " underbase.trace.ring.bytes");
        }
        if (state.eventsWritten() == 0) {
            return Finding.failed(
                    part,
                    "attached, but no event was written within " + patience.toSeconds()
                            + " s: check its log and the directory of its traces");
        }
        long written = state.writtenSince(before);
        if (written == 0 && state.lagMillis() > 0) {
            return Finding.failed(
                    part,
                    "an event was recorded " + TimeUnit.MILLISECONDS.toSeconds(state.lagMillis())
                            + " s ago and is not written: check whether the disk of its traces hangs");
        }
        return Finding.ok(
                part,
                state.parts() + ", " + written + " events written during this check, " + state.eventsWritten()
                        + " since its start"
                        + (state.lost().isEmpty() ? "" : "; lost before this check, by cause: " + state.lost()));
    }
}
