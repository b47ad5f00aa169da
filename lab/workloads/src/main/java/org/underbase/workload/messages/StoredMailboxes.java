package org.underbase.workload.messages;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.underbase.workload.messages.mailbox.Column;
import org.underbase.workload.messages.mailbox.InitialMailbox;
import org.underbase.workload.messages.mailbox.Mailbox;
import org.underbase.workload.messages.mailbox.Mailboxes;
import org.underbase.workload.messages.mailbox.MessageSource;
import org.underbase.workload.messages.mailbox.Population;
import org.underbase.workload.messages.mailbox.StoredState;

/**
 * Source of mailbox states: the seed for a mailbox that is unchanged since the load, HBase for others. One scan of two
 * cells of PrefetchMeta before the run distinguishes them. Thread-safe.
 */
final class StoredMailboxes implements Mailboxes {
    private static final int MISSING = -1;
    private static final int CACHING = 500;

    private final Population population;
    private final MessageSource source;
    private final InitialMailbox initial;
    private final Tables tables;
    private final Traffic traffic;
    private final int[] edits;
    private final boolean[] summary;
    private final long[] timestamps;

    StoredMailboxes(Population population, MessageSource source, Tables tables, Traffic traffic) {
        this.population = population;
        this.source = source;
        this.initial = new InitialMailbox(population, source);
        this.tables = tables;
        this.traffic = traffic;
        this.edits = new int[population.users()];
        this.summary = new boolean[population.users()];
        this.timestamps = new long[population.users()];
    }

    /**
     * Reads the number of edits of each mailbox.
     *
     * @throws IOException if a user is missing or HBase does not respond
     */
    void survey() throws IOException {
        Arrays.fill(edits, MISSING);
        Scan scan = new Scan().setCaching(CACHING).setCacheBlocks(false);
        for (Column column : StoredState.SURVEYED) {
            scan.addColumn(column.family().bytes(), column.qualifier());
        }
        int found = 0;
        try (Table table = tables.temporary();
                ResultScanner scanner = table.getScanner(scan)) {
            for (Result result : scanner) {
                found += note(result) ? 1 : 0;
            }
        } catch (IllegalArgumentException foreign) {
            throw new IOException("table " + tables.name() + ": " + foreign.getMessage(), foreign);
        }
        if (found < population.users()) {
            throw new IOException("table " + tables.name() + " contains " + found + " of " + population.users()
                    + " users: the load is incomplete; drop the table and load it again");
        }
    }

    private boolean note(Result result) {
        int user = RowKeys.user(result.getRow());
        StoredState state = StoredState.of(Requests.row(result));
        if (user >= population.users() || !state.loaded()) {
            return false;
        }
        edits[user] = state.edits();
        summary[user] = state.summaryPresent();
        timestamps[user] = newest(result);
        return true;
    }

    private static long newest(Result result) {
        long newest = 0;
        for (org.apache.hadoop.hbase.Cell cell : result.rawCells()) {
            newest = Math.max(newest, cell.getTimestamp());
        }
        return newest;
    }

    @Override
    public Mailbox open(int user) throws IOException {
        Mailbox fresh = initial.state(user);
        // Every put increments the edits and every delete removes the summary: if both are as loaded, it is unchanged.
        if (edits[user] == fresh.edits() && summary[user]) {
            fresh.notBefore(timestamps[user]);
            return fresh;
        }
        traffic.recovered();
        Get get = new Get(RowKeys.of(user));
        StoredState.RECOVERED.forEach(family -> get.addFamily(family.bytes()));
        try (Table table = tables.temporary()) {
            Result result = table.get(get);
            return StoredState.recover(source, user, Requests.row(result), newest(result));
        } catch (IllegalArgumentException unreadable) {
            throw new IOException("corrupt mailbox of user " + user + ": " + unreadable.getMessage(), unreadable);
        }
    }
}
