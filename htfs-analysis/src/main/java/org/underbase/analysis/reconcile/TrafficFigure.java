package org.underbase.analysis.reconcile;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import org.underbase.analysis.access.FileDetail;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.figure.Quantity;
import org.underbase.analysis.figure.TraceFacts;

/**
 * Bytes that the DataNodes must have received and sent for the calls of a trace, by the behavior of Hadoop 3.4's client and
 * DataNode (DFSOutputStream, FanOutOneBlockAsyncDFSOutput, BlockReceiver; DFSInputStream, BlockSender, DataXceiver). It
 * assumes Hadoop's default of 4 bytes of checksum per 512 bytes.
 */
public final class TrafficFigure implements Figure<TrafficPartial, Traffic> {
    /** Bytes of checksum per chunk. */
    static final int CHECKSUM = 4;

    @Override
    public Class<Traffic> resultType() {
        return Traffic.class;
    }

    @Override
    public FileDetail detail() {
        return FileDetail.CALLS;
    }

    @Override
    public int position() {
        return 70;
    }

    @Override
    public TrafficPartial start(TraceFacts trace) {
        return new TrafficPartial(trace.assumptions());
    }

    @Override
    public FileVisitor file(TrafficPartial sums, FileFacts file) {
        return sums.file(file);
    }

    @Override
    public Traffic finish(TrafficPartial whole, TraceFacts trace) {
        SequentialReads sequential = whole.sequential;
        long positionalRounding = whole.positionalChunks * SyncPositions.CHUNK - whole.positionalBytes;
        return new Traffic(
                new Traffic.Writes(whole.written, whole.copies, whole.resent, whole.assumed),
                new Traffic.Reads(
                        whole.read,
                        whole.shortCircuit,
                        positionalRounding + sequential.rounding,
                        sequential.unread,
                        sequential.uncounted,
                        CHECKSUM * (whole.positionalChunks + sequential.chunks),
                        sequential.uncertaintyLow,
                        sequential.uncertaintyHigh));
    }

    @Override
    public Map<String, Set<Quantity>> needs() {
        return Map.of("traffic", Set.of(Quantity.HDFS_BYTES, Quantity.REPLICA_BYTES));
    }

    @Override
    public void addJson(Traffic traffic, ObjectNode json) {
        json.putObject("traffic")
                .put("written", traffic.writes().traced())
                .put("expectedWritten", traffic.writes().expected())
                .put("read", traffic.reads().traced())
                .put("expectedRead", traffic.reads().expected());
    }
}
