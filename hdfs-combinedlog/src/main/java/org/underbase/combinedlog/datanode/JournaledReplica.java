package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.ChunkChecksum;
import org.apache.hadoop.hdfs.server.datanode.LocalReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.util.DataChecksum;

/**
 * Replica that a block receiver writes: the stock replica with streams whose hsync goes to the journal. It is not a
 * {@code LocalReplica}, so the receiver does not fsync the directory at a stream's first hsync; the journal records that the
 * replica exists. The stock replica stays in the dataset's map, because readers wait on it.
 *
 * <p>The acknowledgement of a packet waits for the commit of its hsync. If hflush is durable, each packet is synced when its data
 * and checksums are written.
 */
final class JournaledReplica implements ReplicaInPipeline {
    private final LocalReplicaInPipeline stock;
    private final String pool;
    private final DataNodeJournal journal;
    private final DurableAcks acks;
    /** Streams whose packets are synced; null unless hflush is durable. */
    private JournaledStreams durable;

    JournaledReplica(LocalReplicaInPipeline stock, String pool, DataNodeJournal journal, boolean durableHflush) {
        this.stock = stock;
        this.pool = pool;
        this.journal = journal;
        this.acks = new DurableAcks(durableHflush);
    }

    @Override
    public ReplicaOutputStreams createStreams(boolean isCreate, DataChecksum requestedChecksum) throws IOException {
        ReplicaOutputStreams streams = stock.createStreams(isCreate, requestedChecksum);
        JournaledStreams journaled = new JournaledStreams(streams, stock, pool, journal, acks);
        if (acks.durableHflush()) {
            durable = journaled;
            if (!isCreate) {
                try {
                    // Bytes of an earlier pipeline are not written again, so no packet makes them durable.
                    journaled.syncNow();
                } catch (IOException | RuntimeException e) {
                    journaled.close();
                    throw e;
                }
            }
        }
        return journaled;
    }

    @Override
    public void setNumBytes(long bytesReceived) {
        stock.setNumBytes(bytesReceived);
    }

    @Override
    public long getBytesAcked() {
        return acks.confirmed(stock.getBytesAcked());
    }

    /** HDFS calls this before it acknowledges more bytes than before. */
    @Override
    public void setBytesAcked(long bytesAcked) {
        try {
            acks.acknowledge(bytesAcked, stock::setBytesAcked);
        } catch (IOException e) {
            // Undeclared, but the caller handles it: the bytes are not acknowledged, and the receiver ends.
            throw ExceptionUtils.<RuntimeException>rethrow(e);
        }
    }

    @Override
    public void releaseAllBytesReserved() {
        stock.releaseAllBytesReserved();
    }

    @Override
    public void releaseReplicaInfoBytesReserved() {
        stock.releaseReplicaInfoBytesReserved();
    }

    /** A receiver calls this after it has written and flushed a packet, and before it acknowledges the packet. */
    @Override
    public void setLastChecksumAndDataLen(long dataLength, byte[] lastChecksum) {
        if (durable != null) {
            syncPacket();
        }
        stock.setLastChecksumAndDataLen(dataLength, lastChecksum);
    }

    /** The flush of the data is no place for this: a receiver also flushes before it rewrites the checksum of the last chunk. */
    private void syncPacket() {
        try {
            durable.syncDataOut();
            journal.metrics().hflushed();
        } catch (IOException e) {
            // Undeclared, but the receiver handles it as a failure of its write to the disk.
            throw ExceptionUtils.<RuntimeException>rethrow(e);
        }
    }

    @Override
    public ChunkChecksum getLastChecksumAndDataLen() {
        return stock.getLastChecksumAndDataLen();
    }

    @Override
    public OutputStream createRestartMetaStream() throws IOException {
        return stock.createRestartMetaStream();
    }

    @Override
    public ReplicaInfo getReplicaInfo() {
        return stock;
    }

    @Override
    public void setWriter(Thread writer) {
        stock.setWriter(writer);
    }

    @Override
    public void interruptThread() {
        stock.interruptThread();
    }

    @Override
    public boolean attemptToSetWriter(Thread prevWriter, Thread newWriter) {
        return stock.attemptToSetWriter(prevWriter, newWriter);
    }

    @Override
    public void stopWriter(long xceiverStopTimeout) throws IOException {
        stock.stopWriter(xceiverStopTimeout);
    }

    @Override
    public void waitForMinLength(long minLength, long time, TimeUnit unit) throws IOException {
        stock.waitForMinLength(minLength, time, unit);
    }

    @Override
    public long getBlockId() {
        return stock.getBlockId();
    }

    @Override
    public long getGenerationStamp() {
        return stock.getGenerationStamp();
    }

    @Override
    public ReplicaState getState() {
        return stock.getState();
    }

    @Override
    public long getNumBytes() {
        return stock.getNumBytes();
    }

    @Override
    public long getBytesOnDisk() {
        return stock.getBytesOnDisk();
    }

    @Override
    public long getVisibleLength() {
        return stock.getVisibleLength();
    }

    @Override
    public String getStorageUuid() {
        return stock.getStorageUuid();
    }

    @Override
    public boolean isOnTransientStorage() {
        return stock.isOnTransientStorage();
    }

    @Override
    public FsVolumeSpi getVolume() {
        return stock.getVolume();
    }

    @Override
    public String toString() {
        return stock.toString();
    }
}
