package org.underbase.analysis.reconcile;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.Quantity;
import org.underbase.analysis.operator.ErasureCoding;

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
    public int position() {
        return 70;
    }

    @Override
    public TrafficPartial start() {
        return new TrafficPartial();
    }

    @Override
    public Traffic finish(TrafficPartial whole, Assumptions assumptions) {
        long[] copies = new long[1];
        long[] resent = new long[1];
        long[] assumed = new long[1];
        SequentialReads sequential = new SequentialReads();
        for (TrafficPartial.Files files : whole.processes.sorted().values()) {
            files.written.longForEach((file, bytes) -> {
                ErasureCoding coding = files.coded.get(file);
                if (coding != null) {
                    assumed[0] += coding.known() ? 0 : bytes;
                    copies[0] += coding.physical(bytes) - bytes;
                    return;
                }
                long replication = files.replication.get(file);
                if (replication == TrafficPartial.ABSENT) {
                    assumed[0] += bytes;
                    replication = assumptions.replication();
                }
                copies[0] += bytes * (replication - 1);
            });
            files.outputs.forEach((stream, output) -> {
                long replication = files.replication.get(output.file());
                resent[0] += output.syncs().resent(files.size.get(output.file()))
                        * (replication == TrafficPartial.ABSENT ? assumptions.replication() : replication);
            });
            files.sequential.finish(files.runs::add);
            files.runs.forEach(run -> {
                long blockSize = files.blockSize.get(run.file());
                sequential.add(
                        run,
                        files.size.get(run.file()),
                        blockSize == TrafficPartial.ABSENT ? assumptions.blockSize() : blockSize);
            });
        }
        long positionalRounding = whole.positionalChunks * SyncPositions.CHUNK - whole.positionalBytes;
        return new Traffic(
                new Traffic.Writes(whole.written, copies[0], resent[0], assumed[0]),
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
