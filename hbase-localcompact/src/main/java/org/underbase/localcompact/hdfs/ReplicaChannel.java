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
 * A connection to a DataNode over which one replica is written: all that this package knows of the data transfer
 * protocol's messages. Sending is thread-safe; one thread reads.
 */
final class ReplicaChannel implements Closeable {
    private static final int BUFFER = 8192;
    private static final long HEARTBEAT = -1;
    /** The length field of a packet counts itself. */
    private static final int LENGTH_BYTES = Integer.BYTES;

    private final ReplicaTarget target;
    private final Peer peer;
    private final DataOutputStream out;
    private final DataInputStream in;
    private final ReentrantLock sending = new ReentrantLock();
    /** Something was sent since the last beat; guarded by the lock. */
    private boolean active;
    /** The last packet was sent; guarded by the lock. */
    private boolean ended;

    private ReplicaChannel(ReplicaTarget target, Peer peer) throws IOException {
        this.target = target;
        this.peer = peer;
        out = new DataOutputStream(new BufferedOutputStream(peer.getOutputStream(), BUFFER));
        in = new DataInputStream(peer.getInputStream());
    }

    /** Connects, with SASL and encryption where the cluster asks for them. */
    static ReplicaChannel connect(DFSClient client, ReplicaTarget target) throws IOException {
        Peer peer;
        try {
            peer = connectPeer(client, target);
        } catch (InvalidEncryptionKeyException e) {
            // The key that the client keeps has expired since it was fetched.
            client.clearDataEncryptionKey();
            peer = connectPeer(client, target);
        }
        boolean made = false;
        try {
            ReplicaChannel channel = new ReplicaChannel(target, peer);
            made = true;
            return channel;
        } finally {
            if (!made) {
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

    /** Asks the DataNode to make a replica, with nobody behind it in the pipeline. */
    void create(String clientName, DataChecksum checksum, boolean pinned) throws IOException {
        ExtendedBlock block = target.block().getBlock();
        request(block, BlockConstructionStage.PIPELINE_SETUP_CREATE, clientName, 0, 0, checksum, pinned);
    }

    /** Asks the DataNode to close its replica of the old stamp under the new stamp of the target's block. */
    void recoverClose(String clientName, long oldStamp, long length, DataChecksum checksum) throws IOException {
        ExtendedBlock old = new ExtendedBlock(target.block().getBlock());
        long newStamp = old.getGenerationStamp();
        old.setGenerationStamp(oldStamp);
        old.setNumBytes(length);
        request(old, BlockConstructionStage.PIPELINE_CLOSE_RECOVERY, clientName, length, newStamp, checksum, false);
    }

    private void request(
            ExtendedBlock block,
            BlockConstructionStage stage,
            String clientName,
            long length,
            long newStamp,
            DataChecksum checksum,
            boolean pinned)
            throws IOException {
        // The first entry of each array of targets is the receiver itself and is not sent.
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
                        CachingStrategy.newDefaultStrategy(),
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
     * @param seqno counts from 0
     * @param offset of its first byte in the block
     * @param last ends the block and has no bytes
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

    /** Sends a heartbeat packet unless something was sent since the last call, or is being sent. */
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

    /** Reads the sequence number of the next packet that the DataNode has; heartbeats are read over. */
    long readAcknowledged() throws IOException {
        while (true) {
            PipelineAck ack = new PipelineAck();
            ack.readFields(in);
            // Out-of-band messages, of a DataNode that restarts say, have a status of their own.
            if (ack.getNumOfReplies() != 1 || !ack.isSuccess()) {
                throw new IOException("the DataNode answered " + ack);
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
