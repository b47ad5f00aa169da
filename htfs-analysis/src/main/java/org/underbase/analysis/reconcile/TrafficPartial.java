package org.underbase.analysis.reconcile;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.underbase.analysis.operator.ByProcess;
import org.underbase.analysis.operator.CodedFiles;
import org.underbase.analysis.operator.Partial;
import org.underbase.analysis.runs.Run;
import org.underbase.analysis.runs.StreamTable;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Details;
import org.underbase.htfs.format.TraceEvent;

/**
 * State for computing the bytes that DataNodes sent and received. Memory: about 150 bytes per file, about 50 bytes per
 * synced output stream, about 60 bytes per sequential run of reads on a stream.
 */
public final class TrafficPartial implements Partial<TrafficPartial> {
    static final long ABSENT = Long.MIN_VALUE;

    final ByProcess<Files> processes = new ByProcess<>(Files::new);
    long written;
    long read;
    long shortCircuit;
    /** Complete chunks sent for positional reads. */
    long positionalChunks;
    /** Bytes requested by positional reads. */
    long positionalBytes;

    TrafficPartial() {}

    @Override
    public void accept(TraceEvent event) {
        Call call = event.call();
        switch (call.kind()) {
            case READ -> {
                if (event.result() > 0) {
                    read(event);
                }
            }
            case WRITE -> write(event);
            case SYNC -> {
                if (call != Call.FLUSH && event.exception().isEmpty()) {
                    long position = call == Call.WAL_SYNC ? event.result() : event.offset();
                    processes.of(event).output(event.streamId(), event.fileId()).sync(position);
                }
            }
            case OPEN -> {
                processes.of(event).coded.learn(event);
                if (call == Call.OPEN) {
                    processes.of(event).transferEnded(event.streamId());
                    processes.of(event).reached(event.fileId(), event.length());
                } else if (event.exception().isEmpty()) {
                    processes.of(event).opened(event.fileId(), event.detail());
                }
            }
            case CLOSE -> {
                if (call == Call.CLOSE_INPUT) {
                    processes.of(event).transferEnded(event.streamId());
                    shortCircuit += Details.number(event.detail(), "shortCircuit", 0)
                            + Details.number(event.detail(), "zeroCopy", 0);
                }
            }
            case STREAM -> {
                if (call == Call.UNBUFFER) {
                    processes.of(event).transferEnded(event.streamId());
                }
            }
            case META -> {
                if (call == Call.ACTIVITY) {
                    processes.of(event).opened(event.fileId(), event.detail());
                    write(event);
                }
            }
            case READ_GROUP -> {}
        }
    }

    private void write(TraceEvent event) {
        if (event.result() > 0) {
            written += event.result();
            processes.of(event).wrote(event.fileId(), event.offset(), event.result());
        }
    }

    private void read(TraceEvent event) {
        long offset = event.offset();
        long bytes = event.result();
        read += bytes;
        Files files = processes.of(event);
        files.reached(event.fileId(), offset + bytes);
        switch (event.eachCall()) {
            case READ, READ_BYTE_BUFFER, READ_ZERO_COPY -> files.sequential.read(event, 0, files.runs::add);
            default -> {
                positionalBytes += bytes;
                // Each read of a series gets a whole chunk; two reads of one chunk get it twice.
                positionalChunks += chunks(offset, offset + bytes) + event.calls() - 1;
            }
        }
    }

    /** Returns the number of chunks that a range of bytes overlaps. */
    static long chunks(long from, long to) {
        return (to + SyncPositions.CHUNK - 1) / SyncPositions.CHUNK - from / SyncPositions.CHUNK;
    }

    @Override
    public void merge(TrafficPartial later) {
        written += later.written;
        read += later.read;
        shortCircuit += later.shortCircuit;
        positionalChunks += later.positionalChunks;
        positionalBytes += later.positionalBytes;
        processes.merge(later.processes, Files::add);
    }

    /** Output stream with at least one sync. */
    record Output(long file, SyncPositions syncs) {}

    /** Files and streams of one process. */
    static final class Files {
        private static final int[] SAME_THREAD = {0};

        final Long2LongHashMap written = new Long2LongHashMap(ABSENT);
        final Long2LongHashMap size = new Long2LongHashMap(ABSENT);
        final Long2LongHashMap replication = new Long2LongHashMap(ABSENT);
        final CodedFiles coded = new CodedFiles();
        final Long2LongHashMap blockSize = new Long2LongHashMap(ABSENT);
        final Long2ObjectHashMap<Output> outputs = new Long2ObjectHashMap<>();
        /** Transfers of sequential reads. All threads share the position of a stream. */
        final StreamTable sequential = new StreamTable(SequentialReads.SKIPPED);

        final List<Run> runs = new ArrayList<>();

        private void wrote(long file, long offset, long bytes) {
            addTo(written, file, bytes);
            reached(file, Math.max(offset, 0) + bytes);
        }

        private void reached(long file, long end) {
            if (end > 0 && size.get(file) < end) {
                size.put(file, end);
            }
        }

        private void transferEnded(long stream) {
            sequential.barrier(stream, runs::add);
        }

        private SyncPositions output(long stream, long file) {
            Output output = outputs.get(stream);
            if (output == null) {
                output = new Output(file, new SyncPositions());
                outputs.put(stream, output);
            }
            return output.syncs();
        }

        private void opened(long file, String detail) {
            // HDFS supports no others: these are forged.
            long copies = Details.number(detail, "replication", ABSENT);
            putKnown(replication, file, copies <= Short.MAX_VALUE ? copies : ABSENT);
            long block = Details.number(detail, "blockSize", ABSENT);
            putKnown(
                    blockSize, file, block >= SyncPositions.CHUNK && block % SyncPositions.CHUNK == 0 ? block : ABSENT);
        }

        private void add(Files later) {
            later.written.longForEach((file, bytes) -> addTo(written, file, bytes));
            later.size.longForEach(this::reached);
            later.replication.longForEach(replication::put);
            coded.merge(later.coded);
            later.blockSize.longForEach(blockSize::put);
            later.outputs.forEach(
                    (stream, output) -> output(stream, output.file()).add(output.syncs()));
            sequential.merge(later.sequential, SAME_THREAD, runs::add);
            runs.addAll(later.runs);
        }

        private static void putKnown(Long2LongHashMap map, long file, long value) {
            if (value != ABSENT) {
                map.put(file, value);
            }
        }

        private static void addTo(Long2LongHashMap map, long file, long bytes) {
            long before = map.get(file);
            map.put(file, before == ABSENT ? bytes : before + bytes);
        }
    }
}
