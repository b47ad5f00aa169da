package org.underbase.workload.messages;

import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.underbase.workload.drive.Client;
import org.underbase.workload.drive.Task;
import org.underbase.workload.messages.mailbox.Mailbox;
import org.underbase.workload.messages.mailbox.Operation;
import org.underbase.workload.messages.mailbox.OperationStream;

/** Client that sends the operations of one stream to HBase. */
final class MessagesClient implements Client {
    private final OperationStream stream;
    private final Table table;
    private final Traffic traffic;
    private final boolean check;

    MessagesClient(OperationStream stream, Table table, Traffic traffic, boolean check) {
        this.stream = stream;
        this.table = table;
        this.traffic = traffic;
        this.check = check;
    }

    Collection<Mailbox> touched() {
        return stream.touched();
    }

    @Override
    public Optional<Task> next() throws IOException {
        Operation operation = stream.next();
        int user = operation.mailbox().user();
        if (operation instanceof Operation.Read read) {
            return Optional.of(new Reading(read, Requests.get(user, read.selection())));
        }
        long timestamp = operation.mailbox().nextTimestamp(System.currentTimeMillis());
        if (operation instanceof Operation.Write write) {
            return Optional.of(new Writing(write, Requests.put(user, write.cells(), timestamp)));
        }
        Operation.Removal removal = (Operation.Removal) operation;
        return Optional.of(new Removing(removal, Requests.delete(user, removal.columns(), timestamp)));
    }

    private abstract static class Doing implements Task {
        private final Operation operation;

        Doing(Operation operation) {
            this.operation = operation;
        }

        @Override
        public int type() {
            return Types.number(operation.type());
        }

        @Override
        public String describe() {
            return operation.type().title() + " of user " + operation.mailbox().user();
        }
    }

    private final class Reading extends Doing {
        private final Operation.Read read;
        private final Get get;
        private Result result = Result.EMPTY_RESULT;

        Reading(Operation.Read read, Get get) {
            super(read);
            this.read = read;
            this.get = get;
        }

        @Override
        public void execute() throws IOException {
            result = table.get(get);
        }

        @Override
        public void succeeded() {
            traffic.got(Requests.size(result));
            if (check && !read.mailbox().uncertain()) {
                problem().ifPresentOrElse(traffic::wrong, traffic::right);
            }
        }

        private Optional<String> problem() {
            try {
                return read.check().problem(Requests.row(result));
            } catch (IllegalArgumentException unreadable) {
                return Optional.of("user " + read.mailbox().user() + ": " + unreadable.getMessage());
            }
        }
    }

    private final class Writing extends Doing {
        private final Operation.Write write;
        private final Put put;

        Writing(Operation.Write write, Put put) {
            super(write);
            this.write = write;
            this.put = put;
        }

        @Override
        public void execute() throws IOException {
            table.put(put);
        }

        @Override
        public void succeeded() {
            traffic.put(put.size(), Requests.size(put));
        }

        @Override
        public void failed() {
            write.mailbox().markUncertain();
        }

        @Override
        public void abandoned() {
            write.mailbox().markUncertain();
        }
    }

    private final class Removing extends Doing {
        private final Operation.Removal removal;
        private final Delete delete;

        Removing(Operation.Removal removal, Delete delete) {
            super(removal);
            this.removal = removal;
            this.delete = delete;
        }

        @Override
        public void execute() throws IOException {
            table.delete(delete);
        }

        @Override
        public void failed() {
            removal.mailbox().markUncertain();
        }

        @Override
        public void abandoned() {
            removal.mailbox().markUncertain();
        }
    }
}
