package org.underbase.analysis.layers;

import java.io.IOException;
import org.underbase.analysis.access.Access;
import org.underbase.analysis.access.FileHistory;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Sampled;
import org.underbase.analysis.operator.Slots;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.BlockCursor;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Loss;
import org.underbase.htfs.format.SubActivity;
import org.underbase.htfs.format.TraceEvent;

/** Bytes read and written by activity, and the bytes on disk of the files. */
public final class LayersPartial implements EventPartial<LayersPartial> {
    private static final int ACTIVITIES = Slots.ACTIVITIES;
    private static final int PARTS = SubActivity.values().length;

    private final int defaultReplication;
    /** Bytes by activity and its part. */
    final long[][] read = new long[ACTIVITIES][PARTS];

    final long[][] written = new long[ACTIVITIES][PARTS];
    /** Bytes written to disks by activity. */
    final long[] physical = new long[ACTIVITIES];
    /** Bytes of foreground reads and flushes of system tables. */
    long systemRead;

    long systemWritten;
    /** Bytes that lost calls read and wrote. */
    long lostRead;

    long lostWritten;
    /** Bytes that DataNodes copied because a call increased the replication of a file. */
    long copied;
    /** Bytes written to files whose replication or erasure-coding policy is unknown. */
    long assumed;

    LayersPartial(int defaultReplication) {
        this.defaultReplication = defaultReplication;
    }

    @Override
    public void accept(TraceEvent event) {
        Call call = event.call();
        switch (call.kind()) {
            case READ -> {
                long bytes = Sampled.bytes(event, event.result());
                if (bytes > 0) {
                    Activity activity = event.activity();
                    read[Slots.of(activity)][part(event)] += bytes;
                    systemRead += activity == Activity.READ && event.place().system() ? bytes : 0;
                }
            }
            case WRITE -> write(event);
            case META -> {
                if (call == Call.LOST) {
                    lost(Loss.of(event).kind(), Sampled.bytes(event, event.result()));
                } else if (call == Call.ACTIVITY) {
                    write(event);
                }
            }
            case OPEN, READ_GROUP, SYNC, CLOSE, STREAM -> {}
        }
    }

    @Override
    public void acceptAll(BlockCursor block) {
        while (block.next()) {
            accept(block);
        }
    }

    private void write(TraceEvent event) {
        long bytes = Sampled.bytes(event, event.result());
        if (bytes > 0) {
            written[Slots.of(event.activity())][part(event)] += bytes;
            systemWritten += event.activity() == Activity.FLUSH && event.place().system() ? bytes : 0;
        }
    }

    // Ordinals are safe here: they are never stored, so a new version may change them.
    @SuppressWarnings("EnumOrdinal")
    private static int part(TraceEvent event) {
        return event.subActivity().ordinal();
    }

    private void lost(Call.Kind kind, long bytes) {
        lostRead += kind == Call.Kind.READ ? bytes : 0;
        lostWritten += kind == Call.Kind.WRITE ? bytes : 0;
    }

    // As in part().
    @SuppressWarnings("EnumOrdinal")
    IoBytes of(Activity activity, SubActivity part) {
        return new IoBytes(read[Slots.of(activity)][part.ordinal()], written[Slots.of(activity)][part.ordinal()]);
    }

    FileVisitor file(FileFacts file) {
        return new Copies(file);
    }

    /** Copies of the bytes of one file. */
    private final class Copies implements FileVisitor {
        private final FileFacts file;
        private final long[] sums = new long[ACTIVITIES];
        private long size;
        private long replication;

        private Copies(FileFacts file) {
            this.file = file;
            this.replication = file.replication() >= 0 ? file.replication() : defaultReplication;
        }

        @Override
        public void access(Access access, FileHistory before) {
            if (access.writes()) {
                long bytes = Sampled.bytes(access.sampling(), access.length());
                sums[Slots.of(access.activity())] += bytes;
                size += bytes;
            } else if (access.call() == Call.SET_REPLICATION) {
                copied += file.coding().isPresent() ? 0 : size * Math.max(0, access.length() - replication);
                replication = access.length();
            }
        }

        @Override
        public void end(FileHistory history) {
            for (int i = 0; i < ACTIVITIES; i++) {
                physical[i] += file.physical(sums[i], defaultReplication);
            }
            assumed += file.isPhysicalKnown() ? 0 : size;
        }
    }

    @Override
    public void transfer(Fields fields) throws IOException {
        for (int i = 0; i < ACTIVITIES; i++) {
            fields.numbers(read[i]);
            fields.numbers(written[i]);
        }
        fields.numbers(physical);
        systemRead = fields.number(systemRead);
        systemWritten = fields.number(systemWritten);
        lostRead = fields.number(lostRead);
        lostWritten = fields.number(lostWritten);
        copied = fields.number(copied);
        assumed = fields.number(assumed);
    }

    @Override
    public void merge(LayersPartial later) {
        for (int i = 0; i < ACTIVITIES; i++) {
            for (int part = 0; part < PARTS; part++) {
                read[i][part] += later.read[i][part];
                written[i][part] += later.written[i][part];
            }
            physical[i] += later.physical[i];
        }
        systemRead += later.systemRead;
        systemWritten += later.systemWritten;
        lostRead += later.lostRead;
        lostWritten += later.lostWritten;
        copied += later.copied;
        assumed += later.assumed;
    }
}
