package org.underbase.workload.messages;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/** Hands out the table to clients, each its own object with our timeouts, and closes them all. */
final class Tables implements Closeable {
    private final Connection connection;
    private final TableName name;
    private final RunOptions.Timeouts timeouts;
    private final List<Table> open = new ArrayList<>();

    Tables(Connection connection, TableName name, RunOptions.Timeouts timeouts) {
        this.connection = connection;
        this.name = name;
        this.timeouts = timeouts;
    }

    Table open() {
        int operation = (int) timeouts.operation().toMillis();
        int rpc = (int) Math.min(operation, timeouts.rpc().toMillis());
        Table table = connection
                .getTableBuilder(name, null)
                .setOperationTimeout(operation)
                .setRpcTimeout(rpc)
                .setReadRpcTimeout(rpc)
                .setWriteRpcTimeout(rpc)
                .build();
        open.add(table);
        return table;
    }

    @Override
    public void close() throws IOException {
        for (Table table : open) {
            table.close();
        }
    }
}
