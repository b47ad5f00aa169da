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

/** Client that takes scans from a queue shared by all clients and audits each row; one operation is one row. */
final class AuditClient implements Client {
    private final Table table;
    private final Queue<Scan> scans;
    private final Audit audit;
    private Client step = this::nextScan;

    AuditClient(Table table, Queue<Scan> scans, Audit audit) {
        this.table = table;
        this.scans = scans;
        this.audit = audit;
    }

    @Override
    public Optional<Task> next() throws IOException {
        return step.next();
    }

    private Optional<Task> nextScan() throws IOException {
        step = this::nextScan;
        for (Scan scan = scans.poll(); scan != null; scan = scans.poll()) {
            ResultScanner scanner = table.getScanner(scan);
            Result first = scanner.next();
            if (first != null) {
                step = () -> rowOf(scanner);
                return Optional.of(new Auditing(first));
            }
            scanner.close();
        }
        return Optional.empty();
    }

    private Optional<Task> rowOf(ResultScanner scanner) throws IOException {
        Result result = scanner.next();
        if (result != null) {
            return Optional.of(new Auditing(result));
        }
        scanner.close();
        return nextScan();
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
