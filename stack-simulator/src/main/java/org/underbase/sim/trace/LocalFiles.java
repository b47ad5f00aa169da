package org.underbase.sim.trace;

import org.underbase.analysis.catalog.FileFacts;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;

/**
 * Local files of one DataNode that are the blocks of a file of HDFS. They have consecutive numbers. Replicas form a ring: the
 * first is on the machine of the writer, the others on the machines that follow it.
 */
final class LocalFiles {
    private static final int MEGABYTE = 1 << 20;
    private static final long UNKNOWN = -1;
    private static final int PAGE = 4096;
    private static final int CHECKSUM_HEADER = 7;
    private static final int CHECKSUM = 4;
    /** Bytes of a packet of an output stream: 126 chunks. */
    private static final long PACKET = 126L * Transfers.CHUNK;
    /** Longest local file that an offset of a request can address in pages. */
    private static final long LONGEST = 1L << 30;

    private final int first;
    private final int primary;
    private final long replication;
    /** Number of the replica on the simulated machine. */
    private final int replica;

    private final boolean remote;
    private final View view;
    private final long bytes;
    private final long block;
    private Activity writes = Activity.OTHER_WRITE;
    /** End of the bytes that an output sent to its DataNodes; unknown before the first recorded write. */
    private long sent = UNKNOWN;
    /** End of the bytes that an output wrote. */
    private long written;

    private long requests;

    /**
     * Places the blocks of a file.
     *
     * @param first number of the first block's local file
     * @param file file
     * @param writer machine of the writer, or {@link Machines#NONE}
     * @param cluster machines, and defaults for files whose creation is not in the trace
     */
    LocalFiles(int first, FileFacts file, int writer, Cluster cluster) {
        this.first = first;
        this.remote = writer == Machines.NONE;
        this.primary = remote ? file.key() % cluster.machines() : writer;
        long copies = file.replication() > 0
                ? file.replication()
                : cluster.assumptions().replication();
        this.replication = Math.min(copies, cluster.machines());
        this.replica = Math.floorMod(cluster.machine() - primary, cluster.machines());
        this.view = cluster.view();
        this.bytes = file.extent();
        this.block = Math.min(
                LONGEST,
                file.blockSize() > 0 ? file.blockSize() : cluster.assumptions().blockSize());
    }

    /** Whether the simulated machine has a replica. */
    boolean isHere() {
        return replica < replication;
    }

    /** Whether the bytes of the replica come over the network. */
    boolean isReceived() {
        return remote || replica > 0;
    }

    int blocks() {
        return isHere() ? Math.toIntExact((bytes + block - 1) / block) : 0;
    }

    /** Whether the simulated machine serves a machine: it reads its own replica, otherwise that of the writer. */
    boolean serves(int reader, Cluster cluster) {
        boolean local = reader != Machines.NONE && Math.floorMod(reader - primary, cluster.machines()) < replication;
        return cluster.machine() == (local ? reader : primary);
    }

    void created(RequestListener listener, long time, Activity activity) {
        int megabytes = Math.toIntExact((bytes + MEGABYTE - 1) / MEGABYTE);
        for (int i = 0; i < blocks(); i++) {
            listener.created(time, activity, first + i, length(i), megabytes, isReceived());
        }
    }

    /** Emits a call, split at the borders of blocks; returns the bytes beyond the known size, which are not emitted. */
    long request(RequestListener listener, long time, Activity activity, long offset, long length, boolean received) {
        long end = Math.min(bytes, offset + length);
        for (long at = offset; at < end; ) {
            int local = (int) (at / block);
            int within = (int) (at % block);
            int count = (int) Math.min(end - at, block - within);
            requests++;
            listener.request(time, activity, first + local, within, count, received);
            if (view == View.DATANODE) {
                int chunk = within / Transfers.CHUNK;
                int chunks = (within + count - 1) / Transfers.CHUNK + 1 - chunk;
                int checksums = checksumFile(local) + CHECKSUM_HEADER + chunk * CHECKSUM;
                listener.request(time, activity, first + local, checksums, chunks * CHECKSUM, received);
            }
            at += count;
        }
        return offset + length - Math.max(offset, end);
    }

    void delete(RequestListener listener, long time) {
        for (int i = 0; i < blocks(); i++) {
            listener.deleted(time, first + i, length(i));
        }
    }

    /** Returns the length of a local file, with its checksum file in the view of the DataNode. */
    private int length(int local) {
        if (view == View.PAPER) {
            return blockLength(local);
        }
        long chunks = Transfers.roundUp(blockLength(local)) / Transfers.CHUNK;
        return checksumFile(local) + CHECKSUM_HEADER + (int) chunks * CHECKSUM;
    }

    private int blockLength(int local) {
        return (int) Math.min(block, bytes - local * block);
    }

    /** Returns the position of the checksum file, which begins at the next page after the block. */
    private int checksumFile(int local) {
        return (blockLength(local) + PAGE - 1) / PAGE * PAGE;
    }

    /** Notes that an output wrote a range of bytes, which are sent later. */
    void wrote(Activity activity, long from, long end) {
        writes = activity;
        sent = sent == UNKNOWN ? from : sent;
        written = Math.max(written, end);
    }

    /** Returns the end of the complete packets that are not sent. */
    long packets() {
        return sent + (written - sent) / PACKET * PACKET;
    }

    /** Sends bytes before an offset; the replica receives the beginning of a chunk again. */
    long send(RequestListener listener, long time, long end) {
        if (sent == UNKNOWN || end <= sent) {
            return 0;
        }
        long from = view == View.PAPER ? sent : sent / Transfers.CHUNK * Transfers.CHUNK;
        sent = end;
        return isHere() ? request(listener, time, writes, from, end - from, isReceived()) : 0;
    }

    /** Returns the number of requests so far. */
    long requests() {
        return requests;
    }

    long written() {
        return written;
    }
}
