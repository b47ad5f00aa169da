package org.underbase.analysis.reconcile;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.underbase.analysis.access.Access;
import org.underbase.analysis.access.FileHistory;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.runs.FileRuns;
import org.underbase.htfs.format.BlockCursor;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Details;
import org.underbase.htfs.format.TraceEvent;

/** Bytes that DataNodes sent and received for some events and files. */
public final class TrafficPartial implements EventPartial<TrafficPartial> {
    private final Assumptions assumptions;
    final SequentialReads sequential = new SequentialReads();
    long written;
    long read;
    long shortCircuit;
    /** Bytes of further replicas and of parity. */
    long copies;
    /** Bytes that clients sent a second time after a sync. */
    long resent;
    /** Bytes written to files of unknown replication or erasure-coding policy. */
    long assumed;
    /** Complete chunks sent for positional reads. */
    long positionalChunks;
    /** Bytes requested by positional reads. */
    long positionalBytes;

    TrafficPartial(Assumptions assumptions) {
        this.assumptions = assumptions;
    }

    @Override
    public void accept(TraceEvent event) {
        Call call = event.call();
        switch (call.kind()) {
            case READ -> {
                if (event.result() > 0) {
                    read(event);
                }
            }
            case WRITE -> written += Math.max(0, event.result());
            case CLOSE -> {
                if (call == Call.CLOSE_INPUT) {
                    shortCircuit += Details.number(event.detail(), "shortCircuit", 0)
                            + Details.number(event.detail(), "zeroCopy", 0);
                }
            }
            case META -> written += call == Call.ACTIVITY ? Math.max(0, event.result()) : 0;
            case OPEN, READ_GROUP, SYNC, STREAM -> {}
        }
    }

    @Override
    public void acceptAll(BlockCursor block) {
        while (block.next()) {
            accept(block);
        }
    }

    private void read(TraceEvent event) {
        read += event.result();
        if (!sequential(event.eachCall())) {
            positionalBytes += event.result();
            // Each read of a series gets a whole chunk; two reads of one chunk get it twice.
            positionalChunks += chunks(event.offset(), event.offset() + event.result()) + event.calls() - 1;
        }
    }

    /** Whether a read moves the position of its stream. */
    private static boolean sequential(Call call) {
        return call == Call.READ || call == Call.READ_BYTE_BUFFER || call == Call.READ_ZERO_COPY;
    }

    /** Returns the number of chunks that a range of bytes overlaps. */
    static long chunks(long from, long to) {
        return (to + SyncPositions.CHUNK - 1) / SyncPositions.CHUNK - from / SyncPositions.CHUNK;
    }

    FileVisitor file(FileFacts file) {
        return new OneFile(file);
    }

    @Override
    public void transfer(Fields fields) throws IOException {
        sequential.transfer(fields);
        written = fields.number(written);
        read = fields.number(read);
        shortCircuit = fields.number(shortCircuit);
        copies = fields.number(copies);
        resent = fields.number(resent);
        assumed = fields.number(assumed);
        positionalChunks = fields.number(positionalChunks);
        positionalBytes = fields.number(positionalBytes);
    }

    @Override
    public void merge(TrafficPartial later) {
        sequential.add(later.sequential);
        written += later.written;
        read += later.read;
        shortCircuit += later.shortCircuit;
        copies += later.copies;
        resent += later.resent;
        assumed += later.assumed;
        positionalChunks += later.positionalChunks;
        positionalBytes += later.positionalBytes;
    }

    private record Output(int process, long stream) {}

    /** Transfers of one file. */
    private final class OneFile implements FileVisitor {
        private final FileFacts file;
        private final Map<Output, SyncPositions> syncs = new HashMap<>();
        /** Transfers of sequential reads. All threads share the position of a stream. */
        private final FileRuns transfers;

        private long ownBytes;

        private OneFile(FileFacts file) {
            this.file = file;
            long blockSize = file.blockSize() >= 0 ? file.blockSize() : assumptions.blockSize();
            transfers = new FileRuns(
                    SequentialReads.SKIPPED,
                    false,
                    run -> sequential.add(run, Math.max(file.extent(), run.end()), blockSize));
        }

        @Override
        public void access(Access access, FileHistory before) {
            Call call = access.call();
            switch (call.kind()) {
                case READ -> {
                    if (sequential(call) && access.offset() != Access.UNPLACED) {
                        transfers.read(access);
                    }
                }
                case WRITE -> ownBytes += access.length();
                case SYNC -> {
                    if (call != Call.FLUSH) {
                        syncs.computeIfAbsent(
                                        new Output(access.process(), access.stream()), output -> new SyncPositions())
                                .sync(call == Call.WAL_SYNC ? access.length() : access.offset());
                    }
                }
                case OPEN, CLOSE, STREAM -> {
                    if (call == Call.OPEN || call == Call.CLOSE_INPUT || call == Call.UNBUFFER) {
                        transfers.barrier(access);
                    }
                }
                case META -> ownBytes += call == Call.ACTIVITY ? access.length() : 0;
                case READ_GROUP -> {}
            }
        }

        @Override
        public void end(FileHistory history) {
            transfers.end();
            copies += file.physical(ownBytes, assumptions.replication()) - ownBytes;
            assumed += file.isPhysicalKnown() ? 0 : ownBytes;
            long replicas = file.replication() >= 0 ? file.replication() : assumptions.replication();
            for (SyncPositions output : syncs.values()) {
                resent += output.resent(file.extent()) * replicas;
            }
        }
    }
}
