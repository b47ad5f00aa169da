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

/** State of the tracer in an HBase daemon, from its {@code /jmx} page. */
final class RemoteAttachment {
    /** The tracer's bean. */
    static final String BEAN = "org.underbase.htfs:type=Attachments";

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    /**
     * Checks one daemon.
     *
     * @return failed if the daemon is not traced; unknown if its page cannot be read, for example because it requires
     *     authentication
     */
    Finding of(WebPage page) throws InterruptedException {
        String part = "tracer in " + page.daemon();
        URI address = URI.create("http://" + page.host() + ":" + page.port() + "/jmx?qry=" + BEAN);
        try {
            HttpResponse<String> answer =
                    http.send(HttpRequest.newBuilder(address).timeout(PATIENCE).build(), BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                return Finding.unknown(
                        part, address + " answers " + answer.statusCode() + ": check the page in a browser");
            }
            return judge(part, states(answer.body()));
        } catch (IOException e) {
            return Finding.unknown(part, address + " cannot be read: " + e);
        }
    }

    /** Reads the state of each part by its name; empty if the tracer is not loaded in that process. */
    static Map<String, String> states(String json) throws IOException {
        Map<String, String> states = new TreeMap<>();
        for (JsonNode entry :
                new ObjectMapper().readTree(json).path("beans").path(0).path("Parts")) {
            states.put(entry.path("key").asText(), entry.path("value").asText());
        }
        return states;
    }

    private static Finding judge(String part, Map<String, String> states) {
        if (states.isEmpty()) {
            return Finding.failed(
                    part, "not loaded in that process: check its class path and fs.hdfs.impl, then restart it");
        }
        boolean attached = "attached".equals(states.get("hdfs")) && !states.containsValue("missing");
        return attached
                ? Finding.ok(part, states.toString())
                : Finding.failed(part, states + ": its log names the key to set, in a line with \"NOT attached\"");
    }
}
