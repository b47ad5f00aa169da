package org.underbase.combinedlog.datanode;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import org.apache.hadoop.hdfs.server.datanode.LocalReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.io.IOUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.BlockLog;
import org.underbase.combinedlog.block.BlockLog.Outcome;
import org.underbase.combinedlog.block.BlockLog.StartedSync;
import org.underbase.combinedlog.block.ReplicaSnapshot;

/**
 * Data and checksum stream of a replica. Writes go to the stock files. An hsync reads the bytes written since the last one from
 * the page cache and records them in the journal; the acknowledgement waits for the commit. A stream that is never synced costs
 * nothing.
 *
 * <p>A block receiver flushes both streams, then syncs the checksums, then the data: the second sync records both.
 */
final class JournaledStreams extends ReplicaOutputStreams {
    private static final Logger LOG = LoggerFactory.getLogger(JournaledStreams.class);

    private final LocalReplicaInPipeline replica;
    private final BlockKey key;
    private final DataNodeJournal journal;
    private final DurableAcks acks;
    private final Thread receiver = Thread.currentThread();
    private LocalFiles files;

    JournaledStreams(
            ReplicaOutputStreams stock,
            LocalReplicaInPipeline replica,
            String pool,
            DataNodeJournal journal,
            DurableAcks acks) {
        super(
                stock.getDataOut(),
                stock.getChecksumOut(),
                stock.getChecksum(),
                replica.getVolume(),
                replica.getFileIoProvider());
        this.replica = replica;
        this.key = new BlockKey(pool, replica.getBlockId());
        this.journal = journal;
        this.acks = acks;
    }

    @Override
    public void syncChecksumOut() {
        // The sync of the data records the checksums as well.
    }

    @Override
    public void syncDataOut() throws IOException {
        long length = length();
        if (length > 0 && acks.covers(length)) {
            return;
        }
        DurableAcks.Sync sync = startSync(length);
        if (!acks.defer(length, replica.getBytesAcked(), sync)) {
            sync.await();
        }
        acks.started(length);
    }

    /** Syncs all bytes and waits. */
    void syncNow() throws IOException {
        long length = length();
        startSync(length).await();
        acks.started(length);
    }

    /** Returns the stream's position: after a truncation of the replica's metadata alone, the file may be longer. */
    private long length() throws IOException {
        return ((FileOutputStream) getDataOut()).getChannel().position();
    }

    /** Records the bytes up to a length, or fsyncs the files. The caller waits for the returned sync. */
    private DurableAcks.Sync startSync(long length) throws IOException {
        LocalFiles both = files();
        BlockLog log = journal.log();
        ReplicaSnapshot now = new ReplicaSnapshot(key, replica.getStorageUuid(), replica.getGenerationStamp(), length);
        RecordedSync sync = journal.startSync(key);
        StartedSync started = log.startSync(now, getChecksum(), both, sync::committed);
        if (started.direct().isEmpty()) {
            return () -> sync.await(() -> log.awaitSync(key, started.sequence()));
        }
        log.force(now, both);
        if (started.direct().get() != Outcome.JOURNAL_FAILED) {
            // If this fails, the files are on disk nevertheless, as in stock HDFS.
            log.fsynced(now, getChecksum(), both);
        }
        sync.ended(started.direct().get());
        return () -> {};
    }

    /** Opens the files at the first hsync; the handles stay valid when HDFS renames the files. */
    private LocalFiles files() throws IOException {
        if (files == null) {
            Path data = Path.of(replica.getBlockURI());
            Path meta = Path.of(replica.getMetadataURI());
            files = new LocalFiles(data, meta, journal.access()) {
                @Override
                void forceData() throws IOException {
                    try {
                        syncStock();
                    } catch (ClosedChannelException e) {
                        // An interrupt of the receiver hides the result. The kernel reports an error to each
                        // descriptor.
                        super.forceData();
                    }
                }
            };
        }
        return files;
    }

    /** Counted in the metrics of the DataNode. */
    private void syncStock() throws IOException {
        super.syncDataOut();
    }

    @Override
    public void closeDataStream() throws IOException {
        super.closeDataStream();
        closeFiles();
    }

    /** The receiver calls this before it ends; the thread that acknowledges calls it before the last packet's acknowledgement. */
    @Override
    public void close() {
        if (Thread.currentThread() == receiver) {
            acks.end();
        }
        super.close();
        closeFiles();
    }

    private void closeFiles() {
        if (files != null) {
            IOUtils.cleanupWithLogger(LOG, files);
            files = null;
        }
    }
}
