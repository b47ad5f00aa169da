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
    void create(String clientName, DataChecksum checksum, CachingStrategy caching, boolean pinned) throws IOException {
        ExtendedBlock block = target.block().getBlock();
        request(block, BlockConstructionStage.PIPELINE_SETUP_CREATE, clientName, 0, 0, checksum, caching, pinned);
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
                newStamp,
                checksum,
                CachingStrategy.newDefaultStrategy(),
                false);
    }

    private void request(
            ExtendedBlock block,
            BlockConstructionStage stage,
            String clientName,
            long length,
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
                        length,
                        length,
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
     * Sends one packet.
     *
     * @param seqno sequence number, from 0
     * @param offset offset of its first byte in the block
     * @param last whether it is the empty packet that ends the block
     */
    void send(long seqno, long offset, boolean last, byte[] sums, int sumsLength, byte[] data, int length)
            throws IOException {
        sending.lock();
        try {
            active = true;
            ended |= last;
            new PacketHeader(LENGTH_BYTES + sumsLength + length, offset, seqno, last, length, false).write(out);
            out.write(sums, 0, sumsLength);
            out.write(data, 0, length);
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

    /** Reads the sequence number of the next acknowledged packet and skips heartbeats. */
    long readAcknowledged() throws IOException {
        while (true) {
            PipelineAck ack = new PipelineAck();
            ack.readFields(in);
            // Out-of-band acknowledgments, such as that of a restarting DataNode, are not a success.
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
