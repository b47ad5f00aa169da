package org.underbase.demo.compaction.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * Client program on a node, with the cluster's configuration on its class path. It reads requests from standard input, one
 * JSON object per line, writes a line of JSON for each response, and exits at the end of its input.
 */
public final class ClientMain {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ClientMain() {}

    /**
     * Executes requests until the end of the input.
     *
     * @param args name of the table
     * @throws IOException if a request fails
     */
    public static void main(String[] args) throws IOException {
        PrintStream responses = System.out;
        // Output of libraries must not mix with the responses.
        System.setOut(System.err);
        Configuration conf = HBaseConfiguration.create();
        try (Connection connection = ConnectionFactory.createConnection(conf);
                FileSystem fs = FileSystem.newInstance(conf);
                BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            ComparedTable table = new ComparedTable(connection, fs, TableName.valueOf(args[0]));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                responses.println(JSON.writeValueAsString(table.run(JSON.readValue(line, Request.class))));
                responses.flush();
            }
        }
    }
}
