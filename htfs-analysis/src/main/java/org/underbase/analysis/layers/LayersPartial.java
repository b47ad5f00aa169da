package org.underbase.analysis.layers;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.underbase.analysis.operator.ByProcess;
import org.underbase.analysis.operator.CodedFiles;
import org.underbase.analysis.operator.Partial;
import org.underbase.analysis.operator.Sampled;
import org.underbase.analysis.operator.Slots;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Details;
import org.underbase.htfs.format.Loss;
import org.underbase.htfs.format.SubActivity;
import org.underbase.htfs.format.TraceEvent;

/**
 * Bytes read and written by activity, and the bytes written to each file, which are multiplied by the file's replication at
 * the end. About 50 bytes of memory per written file.
 */
public final class LayersPartial implements Partial<LayersPartial> {
    private static final int ACTIVITIES = Slots.ACTIVITIES;
    private static final int PARTS = SubActivity.values().length;
    /** Value that represents "absent" in a {@link Long2LongHashMap}. */
    static final long ABSENT = Long.MIN_VALUE;

    /** Bytes by activity and its part. */
    final long[][] read = new long[ACTIVITIES][PARTS];

    final long[][] written = new long[ACTIVITIES][PARTS];
    /** Bytes of foreground reads and flushes of system tables. */
    long systemRead;

    long systemWritten;
    /** Bytes that lost calls read and wrote. */
    long lostRead;

    long lostWritten;
    final ByProcess<Files> files = new ByProcess<>(Files::new);

    LayersPartial() {}

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
            case OPEN -> {
                files.of(event).coded.learn(event);
                if (call != Call.OPEN && event.exception().isEmpty()) {
                    create(event);
                }
            }
            case META -> {
                if (call == Call.LOST) {
                    lost(Loss.of(event).kind(), Sampled.bytes(event, event.result()));
                } else if (call == Call.ACTIVITY) {
                    create(event);
                    write(event);
                } else if (call == Call.SET_REPLICATION && event.result() == 1) {
                    files.of(event).replicate(event.fileId(), replication(event));
                }
            }
            case READ_GROUP, SYNC, CLOSE, STREAM -> {}
        }
    }

    private void create(TraceEvent event) {
        long replication = replication(event);
        if (replication != ABSENT) {
            files.of(event).replication.put(event.fileId(), replication);
        }
    }

    private static long replication(TraceEvent event) {
        long replication = Details.number(event.detail(), "replication", ABSENT);
        // HDFS keeps it in 16 bits: a larger number is forged.
        return replication <= Short.MAX_VALUE ? replication : ABSENT;
    }

    private void write(TraceEvent event) {
        long bytes = Sampled.bytes(event, event.result());
        if (bytes > 0) {
            int activity = Slots.of(event.activity());
            written[activity][part(event)] += bytes;
            systemWritten += event.activity() == Activity.FLUSH && event.place().system() ? bytes : 0;
            files.of(event).written(activity, event.fileId(), bytes);
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

    @Override
    public void merge(LayersPartial later) {
        for (int i = 0; i < ACTIVITIES; i++) {
            for (int part = 0; part < PARTS; part++) {
                read[i][part] += later.read[i][part];
                written[i][part] += later.written[i][part];
            }
        }
        systemRead += later.systemRead;
        systemWritten += later.systemWritten;
        lostRead += later.lostRead;
        lostWritten += later.lostWritten;
        files.merge(later.files, Files::add);
    }

    /**
     * Change of the replication of a file.
     *
     * @param bytes bytes written to the file before
     * @param copies new replication
     */
    record Replicated(long bytes, long copies) {}

    /** Written files of one process. */
    static final class Files {
        /** Bytes by file ID, for each activity; null for an activity that never wrote. */
        final Long2LongHashMap[] written = new Long2LongHashMap[ACTIVITIES];

        final Long2LongHashMap replication = new Long2LongHashMap(ABSENT);
        final CodedFiles coded = new CodedFiles();
        final Long2ObjectHashMap<List<Replicated>> replicated = new Long2ObjectHashMap<>();

        private void replicate(long file, long copies) {
            if (copies != ABSENT) {
                changes(file).add(new Replicated(size(file), copies));
            }
        }

        private List<Replicated> changes(long file) {
            return replicated.computeIfAbsent(file, id -> new ArrayList<>());
        }

        private long size(long file) {
            long size = 0;
            for (Long2LongHashMap map : written) {
                size += map == null || map.get(file) == ABSENT ? 0 : map.get(file);
            }
            return size;
        }

        void written(int activity, long file, long bytes) {
            Long2LongHashMap map = written[activity];
            if (map == null) {
                map = new Long2LongHashMap(ABSENT);
                written[activity] = map;
            }
            long before = map.get(file);
            map.put(file, before == ABSENT ? bytes : before + bytes);
        }

        void add(Files later) {
            later.replicated.forEach((file, changes) -> {
                long before = size(file);
                changes.forEach(change -> changes(file).add(new Replicated(before + change.bytes(), change.copies())));
            });
            coded.merge(later.coded);
            for (int i = 0; i < ACTIVITIES; i++) {
                int activity = i;
                if (later.written[i] != null) {
                    later.written[i].longForEach((file, bytes) -> written(activity, file, bytes));
                }
            }
            later.replication.longForEach(replication::put);
        }
    }
}
