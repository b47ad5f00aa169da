package org.underbase.localcompact.soak;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.hbase.HBaseConfiguration;

/**
 * Client of the tables in a separate process on the cluster's network, which the soak's process may not reach. It reads requests
 * from standard input, one JSON object per line, and responds with one line on standard output.
 */
public final class TableClientMain {
    private static final ObjectMapper JSON = new ObjectMapper();

    private TableClientMain() {}

    /**
     * Serves requests until the end of the input.
     *
     * @param args name of the scale
     * @throws IOException if the cluster is unreachable
     */
    public static void main(String[] args) throws IOException {
        PrintStream responses = System.out;
        // Output of libraries must not mix with the responses.
        System.setOut(System.err);
        try (TableClient client = new TableClient(
                        TableClient.withLongTimeouts(HBaseConfiguration.create()), Scale.valueOf(args[0]));
                BufferedReader requests =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                TableResponse response;
                try {
                    response = client.execute(JSON.readValue(line, TableRequest.class));
                } catch (IOException | RuntimeException e) {
                    e.printStackTrace();
                    response = new TableResponse(TableClient.describe(e), List.of(), 0);
                }
                responses.println(JSON.writeValueAsString(response));
                responses.flush();
            }
        }
    }
}
