package org.underbase.htfs.format;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Child process of {@link TraceFuzzSoak}: one JSON object per line, {@link Inputs} in, {@link TraceFuzz.Result} out. */
public final class TraceFuzzMain {
    private TraceFuzzMain() {}

    /**
     * A range of inputs.
     *
     * @param seed seed of the inputs
     * @param from first input
     * @param to end of the range, exclusive
     */
    public record Inputs(long seed, long from, long to) {}

    /** Runs each range of standard input until its end; exits with a stack trace on the first failure. */
    public static void main(String[] args) throws IOException, InterruptedException {
        ObjectMapper mapper = new ObjectMapper();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Inputs inputs = mapper.readValue(line, Inputs.class);
            TraceFuzz.Result result = new TraceFuzz(inputs.seed()).run(inputs.from(), inputs.to(), input -> {});
            System.out.println(mapper.writeValueAsString(result));
        }
    }
}
