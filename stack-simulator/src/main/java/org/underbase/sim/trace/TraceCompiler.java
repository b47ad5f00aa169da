package org.underbase.sim.trace;

import java.io.IOException;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;
import org.underbase.analysis.catalog.FileCatalog;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.operator.ProcessKey;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceEvents;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;

/**
 * Compiler of the calls of a trace into the requests of one DataNode. A call becomes requests to the replicas: a write to all
 * of them, a read to one. A log's bytes reach the DataNodes at a sync, up to the acknowledged length.
 */
final class TraceCompiler {
    private static final int CHECK = 1 << 16;
    private static final long MILLISECOND = 1_000_000;

    private final FileCatalog files;
    private final Machines machines;
    private final Cluster cluster;
    private final RequestListener listener;
    private final CompileReport report = new CompileReport();
    private final LocalFiles[] placed;
    private final Transfers transfers;
    private final PriorityQueue<FileFacts> deletions = new PriorityQueue<>(
            Comparator.comparingLong(FileFacts::deletedNanos).thenComparingInt(FileFacts::key));
    private int locals;
    private long now;

    TraceCompiler(FileCatalog files, Machines machines, Cluster cluster, RequestListener listener) {
        this.files = files;
        this.machines = machines;
        this.cluster = cluster;
        this.listener = listener;
        this.placed = new LocalFiles[files.size()];
        this.transfers = new Transfers(cluster.assumptions().blockSize());
    }

    /**
     * Compiles all events.
     *
     * @param trace events in the order of time
     * @param progress receives the number of events
     */
    CompileReport compile(TraceEvents trace, LongConsumer progress) throws IOException {
        long read = 0;
        while (trace.next()) {
            if (++read % CHECK == 0) {
                progress.accept(read);
            }
            accept(trace.event());
        }
        for (LocalFiles file : placed) {
            if (file != null) {
                sendRest(file);
                report.requests += file.requests();
            }
        }
        deleteBefore(Long.MAX_VALUE);
        cluster.placement().report(report);
        return report;
    }

    private void accept(TraceEvent event) {
        Call.Kind kind = event.call().kind();
        boolean opens = event.call() == Call.CREATE || event.call() == Call.WAL_OPEN;
        boolean moves = kind == Call.Kind.READ || kind == Call.Kind.WRITE || event.call() == Call.ACTIVITY;
        boolean ends = kind == Call.Kind.SYNC || kind == Call.Kind.CLOSE;
        if (!(moves && event.result() > 0)
                && !((opens || ends) && event.exception().isEmpty())) {
            return;
        }
        int process = files.process(new ProcessKey(event.host(), event.process()));
        int key = files.key(process, event.fileId(), event.startNanos());
        if (key < 0) {
            report.withoutFile += moves ? 1 : 0;
            return;
        }
        FileFacts facts = files.file(key);
        if (facts.coding().isPresent()) {
            report.erasureCoded += moves ? event.result() : 0;
            return;
        }
        advance(event.startNanos() - files.firstNanos());
        LocalFiles file = placed[key] == null ? place(event, facts, machines.ofProcess(process)) : placed[key];
        switch (kind) {
            case READ -> read(event, file, process, facts);
            case WRITE -> write(event, file);
            case SYNC, CLOSE -> sync(event, file, process);
            case META -> compactLocally(event, file);
            case OPEN, READ_GROUP, STREAM -> {}
        }
    }

    private void advance(long time) {
        report.late += now - time > MILLISECOND ? 1 : 0;
        now = Math.max(now, time);
        deleteBefore(now);
    }

    private void deleteBefore(long time) {
        while (!deletions.isEmpty() && deletions.peek().deletedNanos() - files.firstNanos() <= time) {
            FileFacts file = deletions.remove();
            now = Math.max(now, file.deletedNanos() - files.firstNanos());
            sendRest(placed[file.key()]);
            placed[file.key()].delete(listener, now);
        }
    }

    private LocalFiles place(TraceEvent event, FileFacts facts, int user) {
        LocalFiles file = new LocalFiles(locals, facts, user, cluster);
        placed[facts.key()] = file;
        locals += file.present();
        report.earlierFiles += facts.isCreated() ? 0 : 1;
        file.placed(listener, now);
        if (facts.isCreated()) {
            file.created(listener, now, written(event));
            report.longestBlock = Math.max(report.longestBlock, Math.min(facts.extent(), cluster.blockSize(facts)));
        }
        if (file.present() > 0 && facts.deletedNanos() != FileFacts.NEVER) {
            deletions.add(facts);
        }
        return file;
    }

    private void read(TraceEvent event, LocalFiles file, int process, FileFacts facts) {
        if (event.offset() < 0) {
            report.withoutOffset++;
            return;
        }
        Activity activity =
                switch (event.activity()) {
                    case READ -> Activity.USER_READ;
                    case COMPACTION -> Activity.COMPACTION_READ;
                    case LOGGING, FLUSH, OTHER -> Activity.OTHER_READ;
                };
        if (file.present() == 0) {
            return;
        }
        Transfers.Range range = cluster.view() == View.PAPER
                ? new Transfers.Range(event.offset(), event.offset() + event.result())
                : transfers.read(event, process, facts);
        if (range.to() > range.from()) {
            int reader = machines.ofProcess(process);
            report.beyondEnd += file.read(listener, now, activity, range.from(), range.to() - range.from(), reader);
        }
    }

    private void write(TraceEvent event, LocalFiles file) {
        if (event.offset() < 0) {
            report.withoutOffset++;
            return;
        }
        Activity activity = written(event);
        file.wrote(activity, event.offset(), event.offset() + event.result());
        if (cluster.view() == View.DATANODE) {
            if (event.call() == Call.WRITE) {
                send(file, file.packets());
            }
        } else if (activity != Activity.LOG) {
            sendRest(file);
        }
    }

    private void sync(TraceEvent event, LocalFiles file, int process) {
        Call call = event.call();
        if (call == Call.WAL_SYNC) {
            send(file, event.result());
        } else if (call == Call.HFLUSH || call == Call.HSYNC) {
            send(file, Math.min(event.offset(), file.written()));
        } else if (call == Call.CLOSE_INPUT) {
            transfers.end(process, event.streamId());
        } else if (call.kind() == Call.Kind.CLOSE) {
            sendRest(file);
        }
    }

    private void sendRest(LocalFiles file) {
        send(file, file.written());
    }

    /** Sends the bytes of an output before an offset. */
    private void send(LocalFiles file, long end) {
        report.beyondEnd += file.send(listener, now, end);
    }

    private void compactLocally(TraceEvent event, LocalFiles file) {
        report.localCompactions++;
        report.beyondEnd += file.compacted(listener, now, event.result());
    }

    private static Activity written(TraceEvent event) {
        return switch (event.activity()) {
            case LOGGING -> Activity.LOG;
            case FLUSH -> Activity.FLUSH;
            case COMPACTION -> Activity.COMPACTION_WRITE;
            case READ, OTHER -> Activity.OTHER_WRITE;
        };
    }
}
