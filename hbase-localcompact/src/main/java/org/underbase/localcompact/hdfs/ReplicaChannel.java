package org.underbase.localcompact.hdfs;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.DataTransferProtoUtil;
import org.apache.hadoop.hdfs.protocol.datatransfer.InvalidEncryptionKeyException;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.util.DataChecksum;

/**
 * Connection to a DataNode that writes one replica. It encapsulates the messages of the data transfer protocol. Sending is
 * thread-safe; one thread reads.
 */
final class ReplicaChannel implements Closeable {
    private static final int BUFFER = 8192;
    private static final long HEARTBEAT = -1;
    /** The length field of a packet includes itself. */
    private static final int LENGTH_BYTES = Integer.BYTES;

    private final ReplicaTarget target;
    private final Peer peer;
    private final DataOutputStream out;
    private final DataInputStream in;
    private final ReentrantLock sending = new ReentrantLock();
    /** Whether the DataNode has announced its restart; used by the reading thread. */
    private boolean restarting;

    /** Whether something was sent since the last heartbeat; guarded by the lock. */
    private boolean active;
    /** Whether the last packet was sent; guarded by the lock. */
    private boolean ended;

    private ReplicaChannel(ReplicaTarget target, Peer peer) throws IOException {
        this.target = target;
        this.peer = peer;
        out = new DataOutputStream(new BufferedOutputStream(peer.getOutputStream(), BUFFER));
        in = new DataInputStream(peer.getInputStream());
    }

    /** Connects, with SASL and encryption if the cluster requires them. */
    static ReplicaChannel connect(DFSClient client, ReplicaTarget target) throws IOException {
        Peer peer;
        try {
            peer = connectPeer(client, target);
        } catch (InvalidEncryptionKeyException e) {
            // The client's cached key has expired.
            client.clearDataEncryptionKey();
            peer = connectPeer(client, target);
        }
        boolean created = false;
        try {
            ReplicaChannel channel = new ReplicaChannel(target, peer);
            created = true;
            return channel;
        } finally {
            if (!created) {
                peer.close();
            }
        }
    }

    private static Peer connectPeer(DFSClient client, ReplicaTarget target) throws IOException {
        DatanodeInfo node = target.node();
        InetSocketAddress address =
                NetUtils.createSocketAddr(node.getXferAddr(client.getConf().isConnectToDnViaHostname()));
        return client.newConnectedPeer(address, target.block().getBlockToken(), node);
    }

    /** Requests a new replica; the DataNode is the only node of the pipeline. */
    void create(ReplicaSettings settings) throws IOException {
        ExtendedBlock block = target.block().getBlock();
        request(
                block,
                BlockConstructionStage.PIPELINE_SETUP_CREATE,
                settings.clientName(),
                0,
                0,
                0,
                settings.checksum(),
                settings.caching(),
                settings.pinned());
    }

    /** Requests that the DataNode closes its replica and bumps its generation stamp to that of the target's block. */
    void recoverClose(String clientName, long oldStamp, long length, DataChecksum checksum) throws IOException {
        ExtendedBlock old = new ExtendedBlock(target.block().getBlock());
        long newStamp = old.getGenerationStamp();
        old.setGenerationStamp(oldStamp);
        old.setNumBytes(length);
        request(
                old,
                BlockConstructionStage.PIPELINE_CLOSE_RECOVERY,
                clientName,
                length,
                length,
                newStamp,
                checksum,
                CachingStrategy.newDefaultStrategy(),
                false);
    }

    private void request(
            ExtendedBlock block,
            BlockConstructionStage stage,
            String clientName,
            long minLength,
            long maxLength,
            long newStamp,
            DataChecksum checksum,
            CachingStrategy caching,
            boolean pinned)
            throws IOException {
        // The first entry of each target array is the receiver itself, which Sender does not transmit.
        new Sender(out)
                .writeBlock(
                        block,
                        target.storageType(),
                        target.block().getBlockToken(),
                        clientName,
                        new DatanodeInfo[] {target.node()},
                        new StorageType[] {target.storageType()},
                        null,
                        stage,
                        1,
                        minLength,
                        maxLength,
                        newStamp,
                        checksum,
                        caching,
                        false,
                        pinned,
                        new boolean[] {pinned},
                        target.storageId(),
                        new String[] {target.storageId()});
        BlockOpResponseProto response = BlockOpResponseProto.parseFrom(PBHelperClient.vintPrefixed(in));
        DataTransferProtoUtil.checkBlockOpStatus(response, stage + " of " + target);
    }

    /**
     * Requests that the DataNode reopens its replica after a restart, under its generation stamp.
     *
     * @param acknowledged number of acknowledged bytes, which the replica must have
     * @param sent number of sent bytes, which the replica may have
     */
    void resume(ReplicaSettings settings, long acknowledged, long sent) throws IOException {
        ExtendedBlock block = target.block().getBlock();
        request(
                block,
                BlockConstructionStage.PIPELINE_SETUP_STREAMING_RECOVERY,
                settings.clientName(),
                acknowledged,
                sent,
                block.getGenerationStamp(),
                settings.checksum(),
                settings.caching(),
                settings.pinned());
    }

    /** Sends one packet. */
    void send(Packet packet) throws IOException {
        sending.lock();
        try {
            active = true;
            ended |= packet.isLast();
            int bytes = LENGTH_BYTES + packet.sumsLength() + packet.length();
            new PacketHeader(bytes, packet.offset(), packet.seqno(), packet.isLast(), packet.length(), false)
                    .write(out);
            out.write(packet.sums(), 0, packet.sumsLength());
            out.write(packet.data(), 0, packet.length());
            out.flush();
        } finally {
            sending.unlock();
        }
    }

    /** Sends a heartbeat packet if the channel was idle since the last call. */
    void beat() throws IOException {
        if (!sending.tryLock()) {
            return;
        }
        try {
            if (!active && !ended) {
                new PacketHeader(LENGTH_BYTES, 0, HEARTBEAT, false, 0, false).write(out);
                out.flush();
            }
            active = false;
        } finally {
            sending.unlock();
        }
    }

    /** Returns whether the DataNode has announced its restart. It then closes the connection. */
    boolean isRestarting() {
        return restarting;
    }

    /** Reads the sequence number of the next acknowledged packet; skips heartbeats and the announcement of a restart. */
    long readAcknowledged() throws IOException {
        while (true) {
            PipelineAck ack = new PipelineAck();
            ack.readFields(in);
            if (ack.getOOBStatus() == Status.OOB_RESTART) {
                restarting = true;
                continue;
            }
            // Other out-of-band acknowledgments are not a success.
            if (ack.getNumOfReplies() != 1 || !ack.isSuccess()) {
                throw new IOException("the DataNode responded " + ack);
            }
            if (ack.getSeqno() != HEARTBEAT) {
                return ack.getSeqno();
            }
        }
    }

    @Override
    public void close() throws IOException {
        peer.close();
    }
}
