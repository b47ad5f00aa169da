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
 * A client on a node; the cluster's configuration is on the class path. Reads from standard input what it is asked, one JSON
 * object a line, and answers each with a line of JSON; ends with its input.
 */
public final class ClientMain {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ClientMain() {}

    /**
     * Serves until the input ends.
     *
     * @param args the name of the table
     * @throws IOException when HBase or HDFS does not do what it is asked
     * @throws InterruptedException when interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        PrintStream answers = System.out;
        // Whatever a library prints must not mix with the answers.
        System.setOut(System.err);
        Configuration conf = HBaseConfiguration.create();
        try (Connection connection = ConnectionFactory.createConnection(conf);
                FileSystem fs = FileSystem.newInstance(conf);
                BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            ComparedTable table = new ComparedTable(connection, fs, TableName.valueOf(args[0]));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answers.println(JSON.writeValueAsString(table.run(JSON.readValue(line, Ask.class))));
                answers.flush();
            }
        }
    }
}
