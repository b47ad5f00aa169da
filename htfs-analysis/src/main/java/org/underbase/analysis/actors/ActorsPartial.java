package org.underbase.analysis.actors;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.underbase.analysis.operator.ByName;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Sampled;
import org.underbase.htfs.format.BlockCursor;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Loss;
import org.underbase.htfs.format.TraceEvent;

/** Bytes by host, thread and user. Memory: about 150 bytes per name. */
public final class ActorsPartial implements EventPartial<ActorsPartial> {
    private final ByName<Bytes> hosts = new ByName<>(Bytes::new);
    private final ByName<Bytes> threads = new ByName<>(Bytes::new);
    private final ByName<Bytes> users = new ByName<>(Bytes::new);

    ActorsPartial() {}

    private static final class Bytes {
        private long read;
        private long written;

        private Bytes transfer(Fields fields) throws IOException {
            read = fields.number(read);
            written = fields.number(written);
            return this;
        }

        private void add(long bytes, boolean writes) {
            read += writes ? 0 : bytes;
            written += writes ? bytes : 0;
        }

        private void add(Bytes other) {
            read += other.read;
            written += other.written;
        }
    }

    @Override
    public void accept(TraceEvent event) {
        Call call = event.call();
        Call.Kind kind =
                call == Call.LOST ? Loss.of(event).kind() : call == Call.ACTIVITY ? Call.Kind.WRITE : call.kind();
        long bytes = kind == Call.Kind.READ || kind == Call.Kind.WRITE ? Sampled.bytes(event, event.result()) : 0;
        if (bytes > 0) {
            boolean writes = kind == Call.Kind.WRITE;
            hosts.of(event.host()).add(bytes, writes);
            threads.of(event.thread()).add(bytes, writes);
            users.of(event.user()).add(bytes, writes);
        }
    }

    @Override
    public void acceptAll(BlockCursor block) {
        while (block.next()) {
            accept(block);
        }
    }

    Actors finish() {
        return new Actors(list(hosts), list(threads), list(users));
    }

    private static List<Actors.OfName> list(ByName<Bytes> names) {
        List<Actors.OfName> list = new ArrayList<>();
        names.sorted().forEach((name, bytes) -> list.add(new Actors.OfName(name, bytes.read, bytes.written)));
        return list;
    }

    @Override
    public void transfer(Fields fields) throws IOException {
        hosts.transfer(fields, (stream, bytes) -> bytes.transfer(stream));
        threads.transfer(fields, (stream, bytes) -> bytes.transfer(stream));
        users.transfer(fields, (stream, bytes) -> bytes.transfer(stream));
    }

    @Override
    public void merge(ActorsPartial later) {
        hosts.merge(later.hosts, Bytes::add);
        threads.merge(later.threads, Bytes::add);
        users.merge(later.users, Bytes::add);
    }
}
