package org.underbase.testbed.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Request loop of a {@link ChildJvm}: reads one JSON object per line from standard input and prints one response per line on
 * standard output until the input ends. Redirects {@link System#out} to standard error, because libraries print on it.
 *
 * @param <Q> type of requests
 */
public final class RequestLoop<Q> {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Class<Q> requestType;
    private final PrintStream responses = System.out;

    /**
     * Handler of requests.
     *
     * @param <Q> type of requests
     */
    @FunctionalInterface
    public interface Handler<Q> {
        /**
         * Executes a request.
         *
         * @param request the request
         * @return the response
         * @throws IOException if the request fails, which ends the loop
         * @throws InterruptedException if the thread is interrupted
         */
        Object handle(Q request) throws IOException, InterruptedException;
    }

    /**
     * Creates the loop and redirects standard output.
     *
     * @param requestType class of requests
     */
    public RequestLoop(Class<Q> requestType) {
        this.requestType = requestType;
        System.setOut(System.err);
    }

    /**
     * Handles requests until the input ends.
     *
     * @param handler handler of requests
     * @throws IOException if a request fails
     * @throws InterruptedException if the thread is interrupted
     */
    public void run(Handler<Q> handler) throws IOException, InterruptedException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                responses.println(JSON.writeValueAsString(handler.handle(JSON.readValue(line, requestType))));
                responses.flush();
            }
        }
    }
}
