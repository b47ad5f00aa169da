package org.underbase.analysis.layers;

import org.agrona.collections.Long2LongHashMap;
import org.underbase.analysis.operator.ByProcess;
import org.underbase.analysis.operator.Partial;
import org.underbase.analysis.operator.Slots;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Details;
import org.underbase.htfs.format.Loss;
import org.underbase.htfs.format.TraceEvent;

/**
 * Bytes read and written by activity, and the bytes written to each file, which are multiplied by the file's replication at
 * the end. About 50 bytes of memory per written file.
 */
public final class LayersPartial implements Partial<LayersPartial> {
    private static final int ACTIVITIES = Slots.ACTIVITIES;
    /** Value that represents "absent" in a {@link Long2LongHashMap}. */
    static final long ABSENT = Long.MIN_VALUE;

    final long[] read = new long[ACTIVITIES];
    final long[] written = new long[ACTIVITIES];
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
                long bytes = event.result();
                if (bytes > 0) {
                    read[Slots.of(event.activity())] += bytes;
                }
            }
            case WRITE -> write(event);
            case OPEN -> {
                if (call != Call.OPEN && event.exception().isEmpty()) {
                    create(event);
                }
            }
            case META -> {
                if (call == Call.LOST) {
                    lost(Loss.of(event).kind(), event.result());
                } else if (call == Call.ACTIVITY) {
                    create(event);
                    write(event);
                }
            }
            case READ_GROUP, SYNC, CLOSE, STREAM -> {}
        }
    }

    private void create(TraceEvent event) {
        long replication = Details.number(event.detail(), "replication", ABSENT);
        // HDFS keeps it in 16 bits: a larger number is forged.
        if (replication != ABSENT && replication <= Short.MAX_VALUE) {
            files.of(event).replication.put(event.fileId(), replication);
        }
    }

    private void write(TraceEvent event) {
        long bytes = event.result();
        if (bytes > 0) {
            int activity = Slots.of(event.activity());
            written[activity] += bytes;
            files.of(event).written(activity, event.fileId(), bytes);
        }
    }

    private void lost(Call.Kind kind, long bytes) {
        lostRead += kind == Call.Kind.READ ? bytes : 0;
        lostWritten += kind == Call.Kind.WRITE ? bytes : 0;
    }

    @Override
    public void merge(LayersPartial later) {
        for (int i = 0; i < ACTIVITIES; i++) {
            read[i] += later.read[i];
            written[i] += later.written[i];
        }
        lostRead += later.lostRead;
        lostWritten += later.lostWritten;
        files.merge(later.files, Files::add);
    }

    /** Written files of one process. */
    static final class Files {
        /** Bytes by file ID, for each activity; null for an activity that never wrote. */
        final Long2LongHashMap[] written = new Long2LongHashMap[ACTIVITIES];

        final Long2LongHashMap replication = new Long2LongHashMap(ABSENT);

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
