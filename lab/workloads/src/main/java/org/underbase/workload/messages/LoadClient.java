package org.underbase.workload.messages;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.underbase.workload.drive.Client;
import org.underbase.workload.drive.Task;
import org.underbase.workload.messages.mailbox.Cell;
import org.underbase.workload.messages.mailbox.InitialMailbox;

/** Client that loads every n-th mailbox. */
final class LoadClient implements Client {
    /** HBase rejects a cell above 10 MB and is slow with a put that fills a memstore at once. */
    private static final long PUT_BYTES = 1 << 20;

    private final InitialMailbox initial;
    private final Table table;
    private final Traffic traffic;
    private final int users;
    private final int step;
    private int user;

    LoadClient(InitialMailbox initial, Table table, Traffic traffic, int first, int step, int users) {
        this.initial = initial;
        this.table = table;
        this.traffic = traffic;
        this.user = first;
        this.step = step;
        this.users = users;
    }

    @Override
    public Optional<Task> next() {
        if (user >= users) {
            return Optional.empty();
        }
        Loading task = new Loading(user, puts(user));
        user += step;
        return Optional.of(task);
    }

    /** The counters come last: a row that has them is complete. */
    private List<Put> puts(int owner) {
        List<Put> puts = new ArrayList<>();
        long timestamp = System.currentTimeMillis();
        List<Cell> part = new ArrayList<>();
        long bytes = 0;
        for (Cell cell : initial.cells(owner)) {
            part.add(cell);
            bytes += cell.value().length + cell.column().qualifier().length;
            if (bytes >= PUT_BYTES) {
                puts.add(Requests.put(owner, part, timestamp));
                part.clear();
                bytes = 0;
            }
        }
        if (!part.isEmpty()) {
            puts.add(Requests.put(owner, part, timestamp));
        }
        return puts;
    }

    private final class Loading implements Task {
        private final int owner;
        private final List<Put> puts;

        Loading(int owner, List<Put> puts) {
            this.owner = owner;
            this.puts = puts;
        }

        @Override
        public int type() {
            return 0;
        }

        @Override
        public void execute() throws IOException {
            for (Put put : puts) {
                table.put(put);
            }
        }

        @Override
        public void succeeded() {
            puts.forEach(put -> traffic.put(put.size(), Requests.size(put)));
        }

        @Override
        public String describe() {
            return "loading user " + owner;
        }
    }
}
