package org.underbase.analysis.truth;

import org.underbase.analysis.operator.Operator;

/**
 * What DataNodes must have received and sent for the calls of a trace, by what Hadoop 3.4's client and DataNode do
 * (DFSOutputStream, FanOutOneBlockAsyncDFSOutput, BlockReceiver; DFSInputStream, BlockSender, DataXceiver). Assumes
 * checksums of 4 bytes for 512 bytes, Hadoop's default.
 *
 * @param defaultReplication counts for files whose creation the trace does not hold, at least 1
 * @param defaultBlockSize likewise, in bytes, at least 512
 */
public record TrafficOperator(int defaultReplication, long defaultBlockSize)
        implements Operator<TrafficPartial, Traffic> {
    /** Bytes of checksum for each chunk. */
    static final int CHECKSUM = 4;

    public TrafficOperator {
        if (defaultReplication < 1 || defaultBlockSize < SyncPositions.CHUNK) {
            throw new IllegalArgumentException(
                    "replication " + defaultReplication + " or block size " + defaultBlockSize + " is too small");
        }
    }

    @Override
    public TrafficPartial start() {
        return new TrafficPartial();
    }

    @Override
    public Traffic finish(TrafficPartial whole) {
        long[] copies = new long[1];
        long[] resent = new long[1];
        long[] assumed = new long[1];
        SequentialReads sequential = new SequentialReads();
        for (TrafficPartial.Files files : whole.processes.sorted().values()) {
            files.written.longForEach((file, bytes) -> {
                long replication = files.replication.get(file);
                if (replication == TrafficPartial.ABSENT) {
                    assumed[0] += bytes;
                    replication = defaultReplication;
                }
                copies[0] += bytes * (replication - 1);
            });
            files.outputs.forEach((stream, output) -> {
                long replication = files.replication.get(output.file());
                resent[0] += output.syncs().resent(files.size.get(output.file()))
                        * (replication == TrafficPartial.ABSENT ? defaultReplication : replication);
            });
            files.sequential.finish(files.runs::add);
            files.runs.forEach(run -> {
                long blockSize = files.blockSize.get(run.file());
                sequential.add(
                        run,
                        files.size.get(run.file()),
                        blockSize == TrafficPartial.ABSENT ? defaultBlockSize : blockSize);
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
                        sequential.perhapsLess,
                        sequential.perhapsMore));
    }
}
