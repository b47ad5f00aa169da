package org.underbase.bench.soak.localcompact;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.hbase.HBaseConfiguration;

/**
 * The client of the tables in a process of its own, on a node of the cluster's network: the soak's may be outside of it.
 * Reads requests from standard input, one JSON object a line, and answers each with a line on standard output.
 */
public final class TableClientMain {
    private static final ObjectMapper JSON = new ObjectMapper();

    private TableClientMain() {}

    /**
     * Serves until the input ends.
     *
     * @throws IOException when the cluster is not there
     */
    public static void main(String[] args) throws IOException {
        PrintStream answers = System.out;
        // Whatever a library prints must not mix with the answers.
        System.setOut(System.err);
        try (TableClient client = new TableClient(TableClient.patient(HBaseConfiguration.create()));
                BufferedReader requests =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                Answer answer;
                try {
                    answer = client.answer(JSON.readValue(line, Ask.class));
                } catch (IOException | RuntimeException e) {
                    e.printStackTrace();
                    answer = new Answer(TableClient.describe(e), List.of(), 0);
                }
                answers.println(JSON.writeValueAsString(answer));
                answers.flush();
            }
        }
    }
}
