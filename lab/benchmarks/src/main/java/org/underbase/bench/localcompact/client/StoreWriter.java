package org.underbase.bench.localcompact.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writer of random rows to one store at a constant rate (open loop): after a delay it writes what it missed. Without a rate it
 * writes batches as fast as HBase accepts them. Not thread-safe.
 */
final class StoreWriter {
    private static final byte[] QUALIFIER = Bytes.toBytes("q");
    private static final int VALUE_BYTES = 1000;
    private static final int POOL_BYTES = 1 << 20;
    private static final int MAX_BATCH = 100;
    private static final long TICK_MILLIS = 50;
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final byte[] prefix;
    private final double bytesPerSecond;
    private final Random random;
    private final byte[] pool = new byte[POOL_BYTES];
    private long rows;
    private long blockedNanos;
    private double acknowledgedPerSecond;

    /** {@code bytesPerSecond} is 0 for the maximum. */
    StoreWriter(byte[] prefix, double bytesPerSecond, long seed) {
        this.prefix = prefix.clone();
        this.bytesPerSecond = bytesPerSecond;
        this.random = new Random(seed);
        random.nextBytes(pool);
    }

    /** Writes from {@code began} until {@code end}, times of {@link System#nanoTime}. */
    void run(Connection connection, TableName name, long began, long end) throws IOException, InterruptedException {
        try (Table table = connection.getTable(name)) {
            long counting = began;
            long uncounted = 0;
            while (System.nanoTime() - end < 0) {
                long due = due(System.nanoTime() - began);
                if (due == 0) {
                    Thread.sleep(TICK_MILLIS);
                    continue;
                }
                boolean before = blockedNanos > 0;
                put(table, batch((int) Math.min(due, MAX_BATCH)), end);
                if (bytesPerSecond == 0 && !before && blockedNanos > 0) {
                    // At the maximum rate, the first writes only fill memstores and numbers of files.
                    counting = System.nanoTime();
                    uncounted = rows;
                }
            }
            // The rows that became due shortly before the end, so that their number does not depend on time.
            for (long due = due(end - began);
                    bytesPerSecond > 0 && due > 0 && blockedNanos == 0;
                    due = due(end - began)) {
                put(table, batch((int) Math.min(due, MAX_BATCH)), end);
            }
            acknowledgedPerSecond =
                    (rows - uncounted) * VALUE_BYTES * NANOS_PER_SECOND / (System.nanoTime() - counting);
        }
    }

    private long due(long elapsedNanos) {
        return bytesPerSecond == 0
                ? MAX_BATCH
                : Math.max(0, (long) (elapsedNanos / NANOS_PER_SECOND * bytesPerSecond / VALUE_BYTES) - rows);
    }

    private List<Put> batch(int count) {
        List<Put> batch = new ArrayList<>(count);
        byte[] row = new byte[Long.BYTES];
        for (int i = 0; i < count; i++) {
            random.nextBytes(row);
            int from = random.nextInt(POOL_BYTES - VALUE_BYTES);
            batch.add(new Put(Bytes.add(prefix, row))
                    .addColumn(Stores.FAMILY, QUALIFIER, Bytes.copy(pool, from, VALUE_BYTES)));
        }
        return batch;
    }

    /** Writes a batch; repeats it while the store blocks writes. */
    private void put(Table table, List<Put> batch, long end) throws IOException, InterruptedException {
        long rejected = 0;
        while (true) {
            try {
                table.put(batch);
                rows += batch.size();
                break;
            } catch (IOException e) {
                if (!isBusy(e)) {
                    throw e;
                }
                rejected = rejected == 0 ? System.nanoTime() : rejected;
            }
            if (System.nanoTime() - end >= 0) {
                break;
            }
            Thread.sleep(TICK_MILLIS);
        }
        blockedNanos += rejected == 0 ? 0 : System.nanoTime() - rejected;
    }

    private static boolean isBusy(IOException e) {
        return e instanceof RetriesExhaustedWithDetailsException details
                && details.getCauses().stream().allMatch(RegionTooBusyException.class::isInstance);
    }

    double blockedSeconds() {
        return blockedNanos / NANOS_PER_SECOND;
    }

    /** Returns the bytes of all acknowledged values. */
    long bytes() {
        return rows * VALUE_BYTES;
    }

    /** Returns the acknowledged bytes per second; at the maximum rate, after the first rejection. */
    double bytesPerSecond() {
        return acknowledgedPerSecond;
    }
}
