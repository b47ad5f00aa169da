package org.underbase.localcompact.hdfs;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.io.IOUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Channel that survives a planned restart of its DataNode ({@code hdfs dfsadmin -shutdownDatanode ADDRESS upgrade}), like a stock
 * writer: the DataNode announces the restart, keeps the replica open, and the writer waits for at most {@code
 * dfs.client.datanode-restart.timeout}. Packets without an acknowledgment are then sent again. The replica keeps its generation
 * stamp, because it is the only one that this writer writes, and it misses no bytes. The exception is a packet that continues an
 * acknowledged incomplete chunk: if the DataNode stops while it rewrites this chunk, it drops the chunk, and the replica is lost.
 * Merges send complete chunks until the end of a block.
 *
 * <p>Sending is thread-safe; one thread reads and reconnects. A failure to send is reported to the reading thread only, because
 * only the latter finds out whether the DataNode restarts.
 */
final class RejoiningChannel implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(RejoiningChannel.class);
    private static final long PAUSE_MILLIS = 500;

    private final DFSClient client;
    private final ReplicaTarget target;
    private final ReplicaSettings settings;
    private final Consumer<Packet> acknowledged;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ReentrantLock sending = new ReentrantLock();
    private final Queue<Packet> inFlight = new ConcurrentLinkedQueue<>();
    private volatile ReplicaChannel channel;
    /** Reading thread while it reconnects; otherwise null. */
    private volatile Thread rejoining;
    /** Number of acknowledged bytes; used by the reading thread. */
    private long acknowledgedBytes;
    /** Number of sent bytes; guarded by the lock. */
    private long sentBytes;

    /**
     * Takes over a channel with a new replica.
     *
     * @param channel channel, which {@link #close} closes
     * @param acknowledged receiver of packets that are no longer used
     */
    RejoiningChannel(
            DFSClient client,
            ReplicaTarget target,
            ReplicaSettings settings,
            ReplicaChannel channel,
            Consumer<Packet> acknowledged) {
        this.client = client;
        this.target = target;
        this.settings = settings;
        this.channel = channel;
        this.acknowledged = acknowledged;
    }

    void send(Packet packet) {
        sending.lock();
        try {
            inFlight.add(packet);
            sentBytes = packet.endOffset();
            channel.send(packet);
        } catch (IOException e) {
            LOG.debug("{}: cannot send packet {}", target, packet.seqno(), e);
        } finally {
            sending.unlock();
        }
    }

    void beat() {
        try {
            channel.beat();
        } catch (IOException e) {
            LOG.debug("{}: cannot send a heartbeat", target, e);
        }
    }

    /**
     * Reads the sequence number of the next acknowledged packet.
     *
     * @param onRestart called before and after the wait for a restart, with whether it begins
     */
    long readAcknowledged(Consumer<Boolean> onRestart) throws IOException {
        while (true) {
            ReplicaChannel current = channel;
            try {
                return acknowledge(current.readAcknowledged());
            } catch (IOException e) {
                if (!current.isRestarting()) {
                    throw e;
                }
                onRestart.accept(true);
                rejoining = Thread.currentThread();
                try {
                    rejoin(e);
                } finally {
                    rejoining = null;
                }
                onRestart.accept(false);
                Packet first = inFlight.peek();
                if (first != null && first.isLast()) {
                    return acknowledge(first.seqno());
                }
            }
        }
    }

    private long acknowledge(long seqno) {
        Packet packet = inFlight.poll();
        if (packet != null) {
            acknowledgedBytes = packet.endOffset();
            acknowledged.accept(packet);
        }
        return seqno;
    }

    private void rejoin(IOException ended) throws IOException {
        long millis = client.getConf().getDatanodeRestartTimeout();
        LOG.info("{}: waiting at most {} ms for the restart of the DataNode", target, millis);
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        IOException last = ended;
        while (System.nanoTime() - deadline < 0) {
            pause();
            try {
                reconnect();
                LOG.info("{}: the DataNode is back after its restart", target);
                return;
            } catch (IOException e) {
                LOG.debug("{}: the DataNode is not back", target, e);
                last = e;
            }
        }
        throw new IOException(
                "the DataNode is not back " + millis + " ms after it announced its restart: " + last, last);
    }

    private void pause() throws IOException {
        try {
            if (closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new InterruptedIOException("closed during the restart of the DataNode");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted").initCause(e);
        }
    }

    private void reconnect() throws IOException {
        ReplicaChannel fresh = ReplicaChannel.connect(client, target);
        boolean done = false;
        sending.lock();
        try {
            Packet first = inFlight.peek();
            if (first != null && first.isLast()) {
                // The DataNode may have finalized the replica without an acknowledgment.
                long stamp = target.block().getBlock().getGenerationStamp();
                fresh.recoverClose(settings.clientName(), stamp, sentBytes, settings.checksum());
            } else {
                fresh.resume(settings, acknowledgedBytes, sentBytes);
                for (Packet packet : inFlight) {
                    fresh.send(packet);
                }
            }
            channel = fresh;
            done = true;
        } finally {
            sending.unlock();
            if (!done) {
                IOUtils.cleanupWithLogger(LOG, fresh);
            }
        }
        if (closed.getCount() == 0) {
            fresh.close();
        }
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        // It waits for a response with the lock for sending, and closing the connection does not end its wait.
        Thread reader = rejoining;
        if (reader != null) {
            reader.interrupt();
        }
        channel.close();
    }
}
