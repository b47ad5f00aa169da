package org.underbase.workload.messages;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/** Factory of a table object per client, with the timeouts of the run; closes them all. Thread-safe. */
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

    TableName name() {
        return name;
    }

    /** Creates a table that is closed with this object. */
    synchronized Table open() {
        Table table = temporary();
        open.add(table);
        return table;
    }

    /** Creates a table that the caller closes. */
    Table temporary() {
        int operation = (int) timeouts.operation().toMillis();
        int rpc = (int) Math.min(operation, timeouts.rpc().toMillis());
        return connection
                .getTableBuilder(name, null)
                .setOperationTimeout(operation)
                .setRpcTimeout(rpc)
                .setReadRpcTimeout(rpc)
                .setWriteRpcTimeout(rpc)
                .build();
    }

    @Override
    public synchronized void close() throws IOException {
        for (Table table : open) {
            table.close();
        }
    }
}
