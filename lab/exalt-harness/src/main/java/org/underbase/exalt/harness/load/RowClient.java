package org.underbase.exalt.harness.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Client that puts rows into an HBase table, flushes it, or reads all rows and compares every byte. */
final class RowClient implements Client {
    /** Only column family of the table. */
    static final byte[] FAMILY = Bytes.toBytes("f");

    private static final byte[] QUALIFIER = Bytes.toBytes("v");
    /** Maximum number of errors: an HBase that rejects all writes must not be retried forever. */
    private static final int MOST_ERRORS = 20;

    private final Connection connection;
    private final LoadSpec spec;
    private final Rows rows;
    private final Bounds bounds;
    private final Counts counts;

    private RowClient(Connection connection, LoadSpec spec, Bounds bounds, Counts counts) {
        this.connection = connection;
        this.spec = spec;
        this.rows = new Rows(spec.seed(), spec.bytes(), spec.rows().plain());
        this.bounds = bounds;
        this.counts = counts;
    }

    /** Creates a client per thread; all share a connection that stays open until the JVM exits. */
    @SuppressWarnings("MustBeClosedChecker")
    static List<Client> clients(LoadSpec spec, Bounds bounds, Counts counts) throws IOException {
        Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create());
        try (RegionLocator regions =
                connection.getRegionLocator(TableName.valueOf(spec.rows().table()))) {
            regions.getAllRegionLocations();
        }
        List<Client> result = new ArrayList<>();
        for (int i = 0; i < spec.threads(); i++) {
            result.add(new RowClient(connection, spec, bounds, counts));
        }
        return result;
    }

    @Override
    public void work() throws IOException {
        if (spec.kind() == LoadSpec.Kind.FLUSH) {
            flush();
            return;
        }
        int errors = 0;
        try (Table table = connection.getTable(TableName.valueOf(spec.rows().table()))) {
            for (long[] numbers = next(); numbers.length > 0; numbers = next()) {
                try {
                    if (spec.kind() == LoadSpec.Kind.PUT) {
                        put(table, numbers);
                    } else {
                        get(table, numbers);
                    }
                } catch (IOException e) {
                    counts.error(e.toString());
                    if (++errors == MOST_ERRORS) {
                        throw e;
                    }
                }
            }
        }
    }

    private long[] next() {
        return LongStream.generate(bounds::next)
                .limit(spec.rows().batch())
                .takeWhile(number -> number >= 0)
                .toArray();
    }

    private void flush() throws IOException {
        try (Admin admin = connection.getAdmin()) {
            long since = System.nanoTime();
            admin.flush(TableName.valueOf(spec.rows().table()));
            // DataNodes do not report the size of a log that is open for writing.
            for (ServerName server : admin.getRegionServers()) {
                admin.rollWALWriter(server);
            }
            counts.operation(since);
        }
    }

    private void put(Table table, long[] numbers) throws IOException {
        List<Put> puts = new ArrayList<>();
        for (long number : numbers) {
            puts.add(new Put(rows.key(number)).addColumn(FAMILY, QUALIFIER, rows.value(number)));
        }
        long since = System.nanoTime();
        if (puts.size() == 1) {
            table.put(puts.get(0));
        } else {
            table.put(puts);
        }
        done(since, numbers.length);
    }

    private void get(Table table, long[] numbers) throws IOException {
        List<Get> gets = new ArrayList<>();
        for (long number : numbers) {
            gets.add(new Get(rows.key(number)).addColumn(FAMILY, QUALIFIER));
        }
        long since = System.nanoTime();
        Result[] results = gets.size() == 1 ? new Result[] {table.get(gets.get(0))} : table.get(gets);
        counts.operation(since);
        for (int i = 0; i < numbers.length; i++) {
            String wrong = rows.wrong(numbers[i], results[i].getValue(FAMILY, QUALIFIER));
            if (wrong.isEmpty()) {
                counts.file();
                counts.bytes(spec.bytes());
            } else {
                counts.error(wrong);
            }
        }
    }

    private void done(long since, int done) {
        counts.operation(since);
        for (int i = 0; i < done; i++) {
            counts.file();
        }
        counts.bytes(spec.bytes() * done);
    }
}
