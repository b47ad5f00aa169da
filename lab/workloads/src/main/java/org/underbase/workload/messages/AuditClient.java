package org.underbase.workload.messages;

import java.io.IOException;
import java.util.Optional;
import java.util.Queue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.underbase.workload.drive.Client;
import org.underbase.workload.drive.Task;

/** Works off a queue of scans that all clients share and audits each row; an operation is the reading of a row. */
final class AuditClient implements Client {
    private final Table table;
    private final Queue<Scan> scans;
    private final Audit audit;
    private Optional<ResultScanner> scanner = Optional.empty();
    private boolean exhausted;

    AuditClient(Table table, Queue<Scan> scans, Audit audit) {
        this.table = table;
        this.scans = scans;
        this.audit = audit;
    }

    @Override
    public Optional<Task> next() throws IOException {
        while (!exhausted) {
            if (scanner.isEmpty()) {
                Scan scan = scans.poll();
                if (scan == null) {
                    exhausted = true;
                    break;
                }
                scanner = Optional.of(table.getScanner(scan));
            }
            Result result = scanner.get().next();
            if (result != null) {
                return Optional.of(new Auditing(result));
            }
            scanner.get().close();
            scanner = Optional.empty();
        }
        return Optional.empty();
    }

    private final class Auditing implements Task {
        private final Result result;

        Auditing(Result result) {
            this.result = result;
        }

        @Override
        public int type() {
            return 0;
        }

        @Override
        public void execute() {
            audit.row(result);
        }

        @Override
        public String describe() {
            return "checking a row";
        }
    }
}
