package org.underbase.bench.tiers.io;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * A client on a node: {@code IoMain HOST RACK_HOST...}, the names of its node and of the others in its rack; the cluster's
 * configuration is on the class path. Reads phases from standard input, one JSON object a line, and answers each with a
 * line of JSON; ends with its input.
 */
public final class IoMain {
    private static final ObjectMapper JSON = new ObjectMapper();

    private IoMain() {}

    /**
     * Serves until the input ends.
     *
     * @throws IOException when HDFS does not do what it is asked
     * @throws InterruptedException when interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        PrintStream answers = System.out;
        // Whatever a library prints must not mix with the answers.
        System.setOut(System.err);
        Configuration conf = new Configuration();
        try (FileSystem fs = FileSystem.newInstance(conf);
                BufferedReader phases = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            // Loads what the first call needs before anything is timed.
            fs.exists(fs.getHomeDirectory());
            for (String line = phases.readLine(); line != null; line = phases.readLine()) {
                Moved moved = new Transfers(fs, JSON.readValue(line, Phase.class), args).run();
                answers.println(JSON.writeValueAsString(moved));
                answers.flush();
            }
        }
    }
}
