package org.underbase.localcompact.hdfs;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writer of one replica of one block to one DataNode over HDFS's data transfer protocol: a pipeline of length one. The
 * block and checksum files of the DataNode are identical to those of a stock writer with the same client configuration.
 *
 * <p>The replica is being written (RBW) until {@link #complete}. A failure is final: every later call throws it, with
 * the block and the DataNode in one line. The writer never retries, because other servers write the other replicas and the
 * coordinator decides ({@link ReplicatedFile#beginRecovery}). Only a planned restart of the DataNode is awaited, for at most
 * {@code dfs.client.datanode-restart.timeout}.
 *
 * <p>A daemon thread sends heartbeat packets while the writer is idle, at most 40 s and two thirds of {@code
 * dfs.client.socket-timeout} apart, so that the DataNode keeps the connection open.
 *
 * <p>One thread writes; {@link #close} may be called from any thread and ends the writer's waits.
 *
 * @see org.apache.hadoop.hdfs.protocol.datatransfer.DataTransferProtocol#writeBlock operation of the protocol
 */
public final class ReplicaWriter implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaWriter.class);

    /**
     * Packets are larger than those of a stock client, because each wakes up three threads of both processes. As many
     * bytes are in flight as with a stock client: they are kept to be sent again.
     */
    private static final int PACKET_FACTOR = 16;

    private static final int MAX_PACKET = 1 << 20;

    private final String name;
    private final RejoiningChannel channel;
    private final PacketBuffer buffer;
    private final AckWindow window;
    private final ScheduledExecutorService heartbeats;
    private long length;
    private boolean completed;
    private volatile boolean closed;

    private ReplicaWriter(DFSClient client, ReplicaTarget target, ReplicaSettings settings, ReplicaChannel created) {
        name = target.toString();
        DfsClientConf conf = client.getConf();
        int packetSize = packetSize(conf.getWritePacketSize());
        buffer = new PacketBuffer(settings.checksum(), packetSize);
        channel = new RejoiningChannel(client, target, settings, created, buffer::release);
        long timeout = conf.getSocketTimeout() > 0 ? conf.getSocketTimeout() : HdfsConstants.READ_TIMEOUT;
        long inFlight = (long) conf.getWriteMaxPackets() * conf.getWritePacketSize() / packetSize;
        window = new AckWindow((int) Math.max(inFlight, 1), TimeUnit.MILLISECONDS.toNanos(timeout));
        heartbeats = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "heartbeats of " + name));
        // A heartbeat is skipped after other traffic, so two intervals must be shorter than the timeout.
        long every = Math.max(Math.min(timeout, HdfsConstants.READ_TIMEOUT) / 3, 1);
        var unused = heartbeats.scheduleWithFixedDelay(this::beat, every, every, TimeUnit.MILLISECONDS);
        daemon(this::readAcknowledgments, "acknowledgments of " + name).start();
    }

    static int packetSize(int ofStock) {
        return Math.max(ofStock, (int) Math.min((long) PACKET_FACTOR * ofStock, MAX_PACKET));
    }

    /**
     * Creates the empty replica on the DataNode.
     *
     * @param client client whose configuration sets checksum type, bytes per checksum, packet size and timeouts
     * @param block block with its token, from {@link ReplicatedFile#nextBlock}
     * @param dataNode data transfer address {@code ip:port}, one of the block's locations
     * @param clientName lease holder of the file, {@link ReplicatedFile#clientName}
     * @param caching whether the DataNode keeps the replica in the page cache; unset fields have the DataNode's defaults
     * @param pinned whether the HDFS Balancer must not move the replica, if {@code dfs.datanode.block-pinning.enabled}
     * @return the writer, which the caller closes
     * @throws IOException if the address is not a location of the block, or the DataNode is unreachable or rejects the
     *     token or the replica
     */
    public static ReplicaWriter open(
            DFSClient client,
            LocatedBlock block,
            String dataNode,
            String clientName,
            CachingStrategy caching,
            boolean pinned)
            throws IOException {
        ReplicaTarget target = ReplicaTarget.of(block, dataNode);
        ReplicaSettings settings =
                new ReplicaSettings(clientName, client.getConf().createChecksum(null), caching, pinned);
        ReplicaChannel channel = null;
        try {
            channel = ReplicaChannel.connect(client, target);
            channel.create(settings);
            return new ReplicaWriter(client, target, settings, channel);
        } catch (IOException e) {
            closeQuietly(channel, target.toString());
            throw failure(target.toString(), e);
        }
    }

    /**
     * Closes a replica under a new generation stamp: a finalized one, or an RBW one with all bytes acknowledged. Afterwards
     * a writer of the replica may only be closed. May be repeated.
     *
     * @param client client for the connection to the DataNode
     * @param newBlock block with the new generation stamp and token, from {@link ReplicatedFile#beginRecovery}
     * @param dataNode data transfer address {@code ip:port}, one of the block's locations
     * @param clientName lease holder of the file
     * @param oldGenerationStamp generation stamp of the replica when it was opened
     * @param length length of the replica, in bytes
     * @throws IOException if the DataNode is unreachable, or its replica does not exist or has another length
     */
    public static void recoverClose(
            DFSClient client,
            LocatedBlock newBlock,
            String dataNode,
            String clientName,
            long oldGenerationStamp,
            long length)
            throws IOException {
        ReplicaTarget target = ReplicaTarget.of(newBlock, dataNode);
        try (ReplicaChannel channel = ReplicaChannel.connect(client, target)) {
            channel.recoverClose(
                    clientName, oldGenerationStamp, length, client.getConf().createChecksum(null));
        } catch (IOException e) {
            throw failure(target.toString(), e);
        }
    }

    /**
     * Copies bytes and sends full packets. Blocks while {@code dfs.client.write.max-packets-in-flight} packets of a
     * stock client are not acknowledged.
     *
     * @param bytes source array
     * @param offset index of the first byte
     * @param count number of bytes
     * @throws IOException if the writer has failed or is closed
     */
    public void write(byte[] bytes, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, bytes.length);
        window.check();
        int from = offset;
        int left = count;
        while (left > 0) {
            int taken = buffer.add(bytes, from, left);
            from += taken;
            left -= taken;
            length += taken;
            if (buffer.isFull()) {
                run(() -> channel.send(buffer.take(window.claim(false))));
            }
        }
    }

    /**
     * Waits until the DataNode has acknowledged every byte written so far. The replica stays open for further writes.
     *
     * @throws java.io.InterruptedIOException if the thread is interrupted, which fails the writer
     * @throws IOException if the writer has failed or is closed, or the DataNode acknowledges no packet for {@code
     *     dfs.client.socket-timeout}
     */
    public void awaitAcknowledged() throws IOException {
        run(() -> {
            sendRest();
            window.awaitEmpty();
        });
    }

    /**
     * Finalizes the replica and closes the connection. When this returns, the DataNode has finalized it and reports it to the
     * NameNode. Idempotent.
     *
     * @throws IOException in the cases of {@link #awaitAcknowledged}
     */
    public void complete() throws IOException {
        if (completed) {
            return;
        }
        run(() -> {
            sendRest();
            // After a restart of the DataNode, the last packet may be the only one without an acknowledgment.
            window.awaitEmpty();
            channel.send(buffer.takeLast(window.claim(true)));
            window.awaitEmpty();
        });
        completed = true;
        close();
    }

    /**
     * Returns the number of bytes written so far.
     *
     * @return acknowledged and unacknowledged bytes
     */
    public long length() {
        return length;
    }

    /**
     * Closes the connection and stops the threads. Without {@link #complete} the replica stays RBW under its generation
     * stamp. Idempotent.
     */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            window.fail(new IOException(name + ": writer is closed"));
            end();
        }
    }

    private void sendRest() throws IOException {
        if (buffer.hasUnsent()) {
            channel.send(buffer.take(window.claim(false)));
        }
    }

    private interface Operation {
        void run() throws IOException;
    }

    private void run(Operation operation) throws IOException {
        try {
            operation.run();
        } catch (IOException e) {
            fail(e);
            if (Thread.currentThread().isInterrupted()) {
                throw (IOException) new InterruptedIOException(name + ": interrupted").initCause(e);
            }
            window.check();
        }
    }

    private void readAcknowledgments() {
        try {
            boolean last = false;
            while (!last) {
                last = window.acknowledge(channel.readAcknowledged(window::setSuspended));
            }
        } catch (IOException | RuntimeException e) {
            fail(e);
        }
    }

    private void beat() {
        try {
            channel.beat();
        } catch (RuntimeException e) {
            fail(e);
        }
    }

    /** Keeps the first failure and closes the connection, which ends all waits on it. */
    private void fail(Exception cause) {
        if (!closed) {
            LOG.debug("{} failed", name, cause);
        }
        window.fail(failure(name, cause));
        end();
    }

    private void end() {
        heartbeats.shutdownNow();
        closeQuietly(channel, name);
    }

    private static IOException failure(String name, Exception cause) {
        return new IOException(name + ": " + cause, cause);
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private static void closeQuietly(Closeable channel, String name) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                LOG.debug("Cannot close the connection of {}", name, e);
            }
        }
    }
}
