package org.underbase.localcompact.hdfs;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketReceiver;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.OpWriteBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.io.IOUtils;

/** DataNode stub that accepts one connection and responds to packets as a test specifies, usually wrongly. */
final class FakeDataNode implements AutoCloseable {
    /** Reaction to a received packet. */
    interface Behaviour {
        /**
         * Responds to a packet other than a heartbeat.
         *
         * @throws IOException to close the connection
         */
        void answer(PacketHeader packet, DataOutputStream out) throws IOException;
    }

    private final ServerSocket server;
    private final Status setUp;
    private final Behaviour behaviour;
    private final AtomicInteger packets = new AtomicInteger();
    private final AtomicInteger heartbeats = new AtomicInteger();
    private final Thread thread;
    private volatile Socket socket;
    private volatile boolean silent;

    FakeDataNode(Status setUp, Behaviour behaviour) throws IOException {
        this.setUp = setUp;
        this.behaviour = behaviour;
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        thread = new Thread(this::serve, "fake DataNode");
        thread.start();
    }

    static void acknowledge(DataOutputStream out, long seqno, Status status) throws IOException {
        new PipelineAck(seqno, new int[] {PipelineAck.combineHeader(PipelineAck.ECN.DISABLED, status)}).write(out);
        out.flush();
    }

    /** Lets further connections succeed without a response; otherwise they are refused. */
    FakeDataNode silentAfterwards() {
        silent = true;
        return this;
    }

    String address() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    /** Number of received packets with data. */
    int packets() {
        return packets.get();
    }

    int heartbeats() {
        return heartbeats.get();
    }

    LocatedBlock block() {
        DatanodeInfo node = new DatanodeInfoBuilder()
                .setIpAddr("127.0.0.1")
                .setHostName("localhost")
                .setDatanodeUuid("fake")
                .setXferPort(server.getLocalPort())
                .build();
        return new LocatedBlock(
                new ExtendedBlock("BP-1", 7, 1 << 20, 1001),
                new DatanodeInfo[] {node},
                new String[] {"DS-1"},
                new StorageType[] {StorageType.DISK});
    }

    private void serve() {
        try (Socket accepted = server.accept();
                PacketReceiver receiver = new PacketReceiver(false)) {
            socket = accepted;
            DataInputStream in = new DataInputStream(accepted.getInputStream());
            DataOutputStream out = new DataOutputStream(new BufferedOutputStream(accepted.getOutputStream()));
            in.readShort();
            in.readByte();
            OpWriteBlockProto.parseFrom(PBHelperClient.vintPrefixed(in));
            BlockOpResponseProto.newBuilder().setStatus(setUp).build().writeDelimitedTo(out);
            out.flush();
            while (true) {
                receiver.receiveNextPacket(in);
                PacketHeader packet = receiver.getHeader();
                if (packet.getSeqno() < 0) {
                    heartbeats.incrementAndGet();
                    acknowledge(out, packet.getSeqno(), Status.SUCCESS);
                } else {
                    packets.incrementAndGet();
                    behaviour.answer(packet, out);
                }
            }
        } catch (IOException e) {
            // Expected when the writer closes the connection.
        } finally {
            if (!silent) {
                IOUtils.cleanupWithLogger(null, server);
            }
        }
    }

    @Override
    public void close() throws Exception {
        server.close();
        if (socket != null) {
            socket.close();
        }
        thread.join();
    }
}
