package org.underbase.analysis.metadata;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.underbase.analysis.access.Access;
import org.underbase.analysis.access.FileHistory;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.operator.ByName;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.analysis.operator.Fields;
import org.underbase.htfs.format.BlockCursor;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/** Calls of the NameNode and bytes moved, by host and by user; files with data. */
public final class MetadataPartial implements EventPartial<MetadataPartial> {
    private final ByName<Sums> hosts = new ByName<>(Sums::new);
    private final ByName<Sums> users = new ByName<>(Sums::new);
    private long files;
    private long fileBytes;

    MetadataPartial() {}

    private static final class Sums {
        private long calls;
        private long opens;
        private long bytes;

        private Sums transfer(Fields fields) throws IOException {
            calls = fields.number(calls);
            opens = fields.number(opens);
            bytes = fields.number(bytes);
            return this;
        }

        private void add(long moreCalls, long moreOpens, long moreBytes) {
            calls += moreCalls;
            opens += moreOpens;
            bytes += moreBytes;
        }

        private void add(Sums other) {
            add(other.calls, other.opens, other.bytes);
        }

        private MetadataLoad.Load load(String name) {
            return new MetadataLoad.Load(name, calls, opens, bytes);
        }
    }

    @Override
    public void accept(TraceEvent event) {
        Call call = event.call();
        long calls = NameNodeCalls.contains(call) ? event.calls() : 0;
        boolean moves = call.kind() == Call.Kind.READ || call.kind() == Call.Kind.WRITE || call == Call.ACTIVITY;
        long bytes = moves ? Math.max(0, event.result()) : 0;
        if (calls + bytes > 0) {
            long opens = call.kind() == Call.Kind.OPEN ? calls : 0;
            hosts.of(event.host()).add(calls, opens, bytes);
            users.of(event.user()).add(calls, opens, bytes);
        }
    }

    @Override
    public void acceptAll(BlockCursor block) {
        while (block.next()) {
            accept(block);
        }
    }

    FileVisitor file() {
        return new FileVisitor() {
            private long bytes;

            @Override
            public void access(Access access, FileHistory before) {
                bytes += access.reads() || access.writes() ? access.length() : 0;
            }

            @Override
            public void end(FileHistory history) {
                files += bytes > 0 ? 1 : 0;
                fileBytes += bytes;
            }
        };
    }

    MetadataLoad finish(long spanNanos) {
        Sums all = new Sums();
        hosts.sorted().values().forEach(all::add);
        return new MetadataLoad(spanNanos, all.load(""), files, fileBytes, list(hosts), list(users));
    }

    private static List<MetadataLoad.Load> list(ByName<Sums> names) {
        List<MetadataLoad.Load> list = new ArrayList<>();
        names.sorted().forEach((name, sums) -> list.add(sums.load(name)));
        return list;
    }

    @Override
    public void transfer(Fields fields) throws IOException {
        files = fields.number(files);
        fileBytes = fields.number(fileBytes);
        hosts.transfer(fields, (stream, sums) -> sums.transfer(stream));
        users.transfer(fields, (stream, sums) -> sums.transfer(stream));
    }

    @Override
    public void merge(MetadataPartial later) {
        files += later.files;
        fileBytes += later.fileBytes;
        hosts.merge(later.hosts, Sums::add);
        users.merge(later.users, Sums::add);
    }
}
