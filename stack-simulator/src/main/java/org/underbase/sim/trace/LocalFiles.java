package org.underbase.sim.trace;

import org.underbase.analysis.catalog.FileFacts;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;

/** Local files of one DataNode that are the blocks of a file of HDFS. They have ascending numbers. */
final class LocalFiles {
    private static final int MEGABYTE = 1 << 20;
    private static final long UNKNOWN = -1;
    private static final int ABSENT = -1;
    private static final int PAGE = 4096;
    private static final int CHECKSUM_HEADER = 7;
    private static final int CHECKSUM = 4;
    /** Bytes of a packet of an output stream: 126 chunks. */
    private static final long PACKET = 126L * Transfers.CHUNK;

    private final FileFacts file;
    private final Cluster cluster;
    private final boolean received;
    private final long bytes;
    private final long block;
    private final Replicas[] replicas;
    /** Number of the local file of each block, or absent. */
    private final int[] numbers;

    private final int present;
    private Activity writes = Activity.OTHER_WRITE;
    /** End of the bytes that an output sent to its DataNodes; unknown before the first recorded write. */
    private long sent = UNKNOWN;
    /** End of the bytes that an output wrote. */
    private long written;

    private long requests;

    /**
     * Places the blocks of a file.
     *
     * @param first first free number of a local file; with several tiers, the rank of the tier is the remainder of a number
     * @param file file
     * @param writer machine of the writer, or {@link Machines#NONE}
     * @param cluster simulated machine, and the storage of files
     */
    LocalFiles(int first, FileFacts file, int writer, Cluster cluster) {
        this.file = file;
        this.cluster = cluster;
        this.received = writer != cluster.machine();
        this.bytes = file.extent();
        this.block = cluster.blockSize(file);
        int blocks = Math.toIntExact((bytes + block - 1) / block);
        this.replicas = new Replicas[blocks];
        this.numbers = new int[blocks];
        int ranks = cluster.layout().ranks();
        int count = 0;
        for (int i = 0; i < blocks; i++) {
            replicas[i] = cluster.placement().place(file, i, writer, cluster.replication(file));
            int here = replicas[i].on(cluster.machine());
            numbers[i] = here < 0
                    ? ABSENT
                    : (first + count++) * ranks + replicas[i].tiers().get(here);
        }
        this.present = count;
    }

    /** Returns the number of blocks with a replica on the simulated machine. */
    int present() {
        return present;
    }

    /** Reports the sizes of the local files in the view of the DataNode. */
    void placed(RequestListener listener, long time) {
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] != ABSENT && cluster.view() == View.DATANODE) {
                listener.placed(time, numbers[i], blockLength(i), length(i));
            }
        }
    }

    void created(RequestListener listener, long time, Activity activity) {
        int megabytes = Math.toIntExact((bytes + MEGABYTE - 1) / MEGABYTE);
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] != ABSENT) {
                listener.created(time, activity, numbers[i], length(i), megabytes, received);
            }
        }
    }

    /** Emits a read if a replica on the simulated machine serves it, or if only local compaction reads that replica. */
    long read(RequestListener listener, long time, Activity activity, long offset, long length, int reader) {
        return split(offset, length, (local, within, count) -> {
            boolean serves = cluster.placement().server(replicas[local], file, local, reader) == cluster.machine();
            if (serves || activity == Activity.COMPACTION_READ) {
                emit(listener, time, activity, local, within, count, !serves);
            }
        });
    }

    /** Emits a write of a local compaction. */
    long compacted(RequestListener listener, long time, long length) {
        return write(listener, time, Activity.COMPACTION_WRITE, 0, length, false);
    }

    private long write(
            RequestListener listener, long time, Activity activity, long offset, long length, boolean remote) {
        return split(
                offset, length, (local, within, count) -> emit(listener, time, activity, local, within, count, remote));
    }

    /** Receiver of the part of a call in one block. */
    @FunctionalInterface
    private interface Part {
        void accept(int local, int within, int count);
    }

    /** Splits a call at the borders of blocks; returns the bytes beyond the known size, if a block is here. */
    private long split(long offset, long length, Part part) {
        long end = Math.min(bytes, offset + length);
        for (long at = offset; at < end; ) {
            int local = (int) (at / block);
            int within = (int) (at % block);
            int count = (int) Math.min(end - at, block - within);
            if (numbers[local] != ABSENT) {
                part.accept(local, within, count);
            }
            at += count;
        }
        return present == 0 ? 0 : offset + length - Math.max(offset, end);
    }

    private void emit(
            RequestListener listener, long time, Activity activity, int local, int within, int count, boolean remote) {
        requests++;
        listener.request(time, activity, numbers[local], within, count, remote);
        if (cluster.view() == View.DATANODE) {
            int chunk = within / Transfers.CHUNK;
            int chunks = (within + count - 1) / Transfers.CHUNK + 1 - chunk;
            int checksums = checksumFile(local) + CHECKSUM_HEADER + chunk * CHECKSUM;
            listener.request(time, activity, numbers[local], checksums, chunks * CHECKSUM, remote);
        }
    }

    void delete(RequestListener listener, long time) {
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] != ABSENT) {
                listener.deleted(time, numbers[i], length(i));
            }
        }
    }

    /** Returns the length of a local file, with its checksum file in the view of the DataNode. */
    private int length(int local) {
        if (cluster.view() == View.PAPER) {
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
        long from = cluster.view() == View.PAPER ? sent : sent / Transfers.CHUNK * Transfers.CHUNK;
        sent = end;
        return write(listener, time, writes, from, end - from, received);
    }

    /** Returns the number of requests so far. */
    long requests() {
        return requests;
    }

    long written() {
        return written;
    }
}
