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
import org.apache.hadoop.util.DataChecksum;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one replica of one block to one DataNode over HDFS's data transfer protocol: a pipeline of length one. The
 * bytes of the DataNode's files, checksums included, are those that a stock writer of the same client configuration
 * makes.
 *
 * <p>The replica is being written (RBW) until {@link #complete}. A failure is final: every later call throws it, with
 * one line that names the block and the DataNode. Nothing is retried, since the other replicas are written by others
 * and the coordinator decides ({@link ReplicatedFile#beginRecovery}).
 *
 * <p>A small thread sends heartbeat packets while the writer is idle, at most 40 s and two thirds of {@code
 * dfs.client.socket-timeout} apart, so that the DataNode keeps the connection.
 *
 * <p>One thread writes; {@link #close} may come from any thread and ends what another one waits for.
 *
 * @see org.apache.hadoop.hdfs.protocol.datatransfer.DataTransferProtocol#writeBlock the protocol's operation
 */
public final class ReplicaWriter implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaWriter.class);

    private final String name;
    private final ReplicaChannel channel;
    private final PacketBuffer buffer;
    private final AckWindow window;
    private final ScheduledExecutorService heartbeats;
    private long length;
    private boolean completed;
    private volatile boolean closed;

    private ReplicaWriter(String name, ReplicaChannel channel, DataChecksum checksum, DfsClientConf conf) {
        this.name = name;
        this.channel = channel;
        buffer = new PacketBuffer(checksum, conf.getWritePacketSize());
        long timeout = conf.getSocketTimeout() > 0 ? conf.getSocketTimeout() : HdfsConstants.READ_TIMEOUT;
        window = new AckWindow(Math.max(conf.getWriteMaxPackets(), 1), TimeUnit.MILLISECONDS.toNanos(timeout));
        heartbeats = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "heartbeats of " + name));
        // A beat is left out when something was sent since the one before: two of them are within the timeout.
        long every = Math.max(Math.min(timeout, HdfsConstants.READ_TIMEOUT) / 3, 1);
        var unused = heartbeats.scheduleWithFixedDelay(this::beat, every, every, TimeUnit.MILLISECONDS);
        daemon(this::readAcknowledgments, "acknowledgments of " + name).start();
    }

    /**
     * Makes the replica on the DataNode; it has no bytes yet.
     *
     * @param client whose configuration says the checksum type, bytes per checksum, packet size and time-outs
     * @param block as {@link ReplicatedFile#nextBlock} returned it, with its token
     * @param dataNode data transfer address {@code ip:port}, one of the block's locations
     * @param clientName of the file's lease, {@link ReplicatedFile#clientName}
     * @param pinned the HDFS Balancer leaves the replica where it is, if {@code dfs.datanode.block-pinning.enabled}
     * @return the writer, which the caller closes
     * @throws IOException when the address is none of the locations, the DataNode cannot be reached, or it refuses the
     *     token or the replica
     */
    public static ReplicaWriter open(
            DFSClient client, LocatedBlock block, String dataNode, String clientName, boolean pinned)
            throws IOException {
        ReplicaTarget target = ReplicaTarget.of(block, dataNode);
        DfsClientConf conf = client.getConf();
        DataChecksum checksum = conf.createChecksum(null);
        ReplicaChannel channel = null;
        try {
            channel = ReplicaChannel.connect(client, target);
            channel.create(clientName, checksum, pinned);
            return new ReplicaWriter(target.toString(), channel, checksum, conf);
        } catch (IOException e) {
            closeQuietly(channel, target.toString());
            throw failure(target.toString(), e);
        }
    }

    /**
     * Closes a replica under a new generation stamp: one that is being written and whose every byte was acknowledged,
     * or one that is finalized. A writer of that replica must not be used afterwards, except to close it. May be
     * repeated.
     *
     * @param client reaches the DataNode
     * @param newBlock has the new generation stamp and token, from {@link ReplicatedFile#beginRecovery}
     * @param dataNode data transfer address {@code ip:port}, one of the block's locations
     * @param clientName of the file's lease
     * @param oldGenerationStamp under which the replica was opened
     * @param length of the replica in bytes; another one is an error
     * @throws IOException when the DataNode cannot be reached or refuses, as it does when it has no such replica
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
     * Writes bytes; they are copied. Waits while too many packets ({@code dfs.client.write.max-packets-in-flight}) are
     * not acknowledged.
     *
     * @param bytes the source
     * @param offset of the first one
     * @param count how many
     * @throws IOException when the writer has failed or is closed
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
                run(() -> buffer.send(channel, window.claim(false)));
            }
        }
    }

    /**
     * Waits until the DataNode has every byte written so far; the replica is still being written. More may be written
     * after it.
     *
     * @throws java.io.InterruptedIOException when the thread is interrupted, which fails the writer
     * @throws IOException when the writer has failed or is closed, or nothing is acknowledged for {@code
     *     dfs.client.socket-timeout}
     */
    public void awaitAcknowledged() throws IOException {
        run(() -> {
            sendRest();
            window.awaitEmpty();
        });
    }

    /**
     * Ends the replica: when this returns, the DataNode has finalized it and tells the NameNode. The connection is
     * closed. Does nothing when called again.
     *
     * @throws IOException as {@link #awaitAcknowledged}
     */
    public void complete() throws IOException {
        if (completed) {
            return;
        }
        run(() -> {
            sendRest();
            buffer.sendLast(channel, window.claim(true));
            window.awaitEmpty();
        });
        completed = true;
        close();
    }

    /**
     * The bytes written so far, acknowledged or not.
     *
     * @return bytes
     */
    public long length() {
        return length;
    }

    /**
     * Closes the connection and ends the threads. Without {@link #complete} the replica is abandoned: it stays being
     * written, under its generation stamp. Idempotent.
     */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            window.fail(new IOException(name + ": the writer is closed"));
            end();
        }
    }

    private void sendRest() throws IOException {
        if (buffer.hasUnsent()) {
            buffer.send(channel, window.claim(false));
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private void run(Step step) throws IOException {
        try {
            step.run();
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
                last = window.acknowledge(channel.readAcknowledged());
            }
        } catch (IOException | RuntimeException e) {
            fail(e);
        }
    }

    private void beat() {
        try {
            channel.beat();
        } catch (IOException | RuntimeException e) {
            fail(e);
        }
    }

    /** The first failure stays; closing the connection ends what waits for it. */
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

    private static void closeQuietly(ReplicaChannel channel, String name) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                LOG.debug("The connection of {} was not closed", name, e);
            }
        }
    }
}
