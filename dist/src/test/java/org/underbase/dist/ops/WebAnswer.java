package org.underbase.dist.ops;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.underbase.testbed.network.Host;
import org.underbase.testbed.process.Command;

/**
 * Response of a web server.
 *
 * @param path requested path
 * @param status HTTP status
 * @param body page
 */
record WebAnswer(String path, int status, String body) {
    /** Connects, sends standard input, prints the response. */
    private static final String EXCHANGE = "exec 3<>/dev/tcp/\"$0\"/\"$1\" || exit 7; cat >&3; exec cat <&3";

    private static final Pattern RESOURCE = Pattern.compile("(?:src|href)=[\"']([^\"'#:?]+\\.(?:js|css|ico|png))[\"']");

    static WebAnswer fetch(Host host, String address, int port, String path) throws IOException {
        String request = "GET " + path + " HTTP/1.0\r\nHost: " + address + ":" + port + "\r\n\r\n";
        byte[] answer = Command.of(host.onHost(List.of("bash", "-c", EXCHANGE, address, Integer.toString(port))))
                .input(request.getBytes(StandardCharsets.US_ASCII))
                .limit(Duration.ofSeconds(60))
                .runForBytes();
        String text = new String(answer, StandardCharsets.ISO_8859_1);
        int body = text.indexOf("\r\n\r\n");
        if (body < 0) {
            throw new IOException(path + " at " + address + ":" + port + " sent no HTTP response");
        }
        return new WebAnswer(path, Integer.parseInt(text.split(" ", 3)[1]), text.substring(body + 4));
    }

    /** Returns the scripts, style sheets and images that the page refers to, as absolute paths. */
    List<String> resources() {
        return RESOURCE.matcher(body)
                .results()
                .map((MatchResult match) -> match.group(1))
                .map(resource -> resource.startsWith("/") ? resource : "/" + resource)
                .distinct()
                .toList();
    }
}
