package org.underbase.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.underbase.testbed.network.Host;

/** Reader of a daemon's /jmx page from the daemon's host, which works with a cut link, too. */
final class JmxReader {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private static final Duration BEAN_LIMIT = Duration.ofMinutes(2);

    private JmxReader() {}

    /** A read of the beans that match a query. */
    @FunctionalInterface
    interface BeanQuery {
        JsonNode read() throws IOException;
    }

    /** Waits until the first bean of {@code query} has {@code attributes}, and returns that bean. */
    static JsonNode bean(BeanQuery query, String description, List<String> attributes) throws ClusterException {
        AtomicReference<JsonNode> bean = new AtomicReference<>(MissingNode.getInstance());
        Await.until(
                description + " with attributes " + attributes,
                BEAN_LIMIT,
                () -> bean.get().isMissingNode() ? "no such bean" : "the bean has other attributes",
                () -> {
                    bean.set(query.read().path(0));
                    return bean.get().isObject() && attributes.stream().allMatch(bean.get()::has);
                });
        return bean.get();
    }

    /**
     * Reads the beans that match a query.
     *
     * @return array with one object per bean; empty if no bean matches
     * @throws IOException if the daemon does not answer with JSON
     */
    static JsonNode beans(Host host, int port, String query) throws IOException {
        String request = "GET /jmx?qry=" + URLEncoder.encode(query, StandardCharsets.UTF_8) + " HTTP/1.0\r\nHost: "
                + host.address() + ":" + port + "\r\n\r\n";
        String response = new String(
                host.exchange(port, request.getBytes(StandardCharsets.US_ASCII), LIMIT), StandardCharsets.UTF_8);
        int body = response.indexOf("\r\n\r\n");
        String status = response.lines().findFirst().orElse("no response");
        if (body < 0 || !status.contains(" 200 ")) {
            throw new IOException("/jmx of " + host.name() + ":" + port + " returned: " + status);
        }
        return JSON.readTree(response.substring(body + 4)).path("beans");
    }
}
