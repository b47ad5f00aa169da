package org.underbase.tier.namenode.monitor;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.DataTransferProtoUtil;
import org.apache.hadoop.hdfs.protocol.datatransfer.IOStreamPair;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.datatransfer.TrustedChannelResolver;
import org.apache.hadoop.hdfs.protocol.datatransfer.sasl.DataTransferSaslUtil;
import org.apache.hadoop.hdfs.protocol.datatransfer.sasl.SaslDataTransferClient;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.server.balancer.KeyManager;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.token.Token;

/**
 * Client that makes a DataNode copy a replica from another, like the Balancer: HDFS's {@code replaceBlock} with a hint
 * for the deletion. It uses the cluster's block tokens and encryption. Thread-safe.
 */
public final class ReplicaCopier implements Mover.Copier, Closeable {
    private static final int CONNECT_MILLIS = 20_000;

    private final Configuration conf;
    private final String blockPool;
    private final KeyManager keys;
    private final SaslDataTransferClient sasl;
    private final boolean byHostname;
    private final int timeout;

    public ReplicaCopier(Configuration conf, String blockPool, NamenodeProtocol namenode, int timeoutMillis)
            throws IOException {
        this.conf = conf;
        this.blockPool = blockPool;
        this.timeout = timeoutMillis;
        boolean encrypted = conf.getBoolean(
                DFSConfigKeys.DFS_ENCRYPT_DATA_TRANSFER_KEY, DFSConfigKeys.DFS_ENCRYPT_DATA_TRANSFER_DEFAULT);
        this.keys = new KeyManager(blockPool, namenode, encrypted, conf);
        keys.startBlockKeyUpdater();
        this.sasl = new SaslDataTransferClient(
                conf,
                DataTransferSaslUtil.getSaslPropertiesResolver(conf),
                TrustedChannelResolver.getInstance(conf),
                new AtomicBoolean(false));
        this.byHostname = conf.getBoolean(
                HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME,
                HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME_DEFAULT);
    }

    /**
     * Copies a replica and returns when the target has it. The NameNode deletes the source's replica some heartbeats
     * later.
     */
    @Override
    public void copy(BlockMove move) throws IOException {
        ExtendedBlock block = new ExtendedBlock(blockPool, move.block());
        Token<BlockTokenIdentifier> token = keys.getAccessToken(block, new StorageType[] {move.type()}, new String[0]);
        try (Socket socket = NetUtils.getDefaultSocketFactory(conf).createSocket()) {
            NetUtils.connect(socket, NetUtils.createSocketAddr(move.to().getXferAddr(byHostname)), CONNECT_MILLIS);
            socket.setSoTimeout(timeout);
            socket.setKeepAlive(true);
            IOStreamPair pair = sasl.socketSend(
                    socket,
                    NetUtils.getOutputStream(socket, CONNECT_MILLIS),
                    NetUtils.getInputStream(socket),
                    keys,
                    token,
                    move.to());
            DataOutputStream out = new DataOutputStream(new BufferedOutputStream(pair.out));
            DataInputStream in = new DataInputStream(pair.in);
            new Sender(out).replaceBlock(block, move.type(), token, move.from().getDatanodeUuid(), move.from(), null);
            BlockOpResponseProto response;
            do {
                response = BlockOpResponseProto.parseFrom(PBHelperClient.vintPrefixed(in));
            } while (response.getStatus() == Status.IN_PROGRESS);
            DataTransferProtoUtil.checkBlockOpStatus(response, "moving " + move.block(), true);
        }
    }

    @Override
    public void close() {
        keys.close();
    }
}
