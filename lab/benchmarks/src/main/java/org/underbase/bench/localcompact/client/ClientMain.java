package org.underbase.bench.localcompact.client;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.underbase.testbed.client.RequestLoop;

/** Client on a node; the cluster's configuration is on the class path. Executes {@link Request}s. */
public final class ClientMain {
    private ClientMain() {}

    /**
     * Executes requests until the input ends.
     *
     * @param args none
     * @throws IOException if an operation of HBase or HDFS fails
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        RequestLoop<Request> requests = new RequestLoop<>(Request.class);
        Configuration conf = HBaseConfiguration.create();
        Map<String, StoreTable> tables = new HashMap<>();
        try (Connection connection = ConnectionFactory.createConnection(conf);
                FileSystem fs = FileSystem.newInstance(conf)) {
            requests.run(request -> tables.computeIfAbsent(
                            request.table(), name -> new StoreTable(connection, fs, TableName.valueOf(name)))
                    .run(request));
        }
    }
}
