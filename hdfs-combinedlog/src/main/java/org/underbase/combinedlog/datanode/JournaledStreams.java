package org.underbase.combinedlog.datanode;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.hdfs.server.datanode.LocalReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.io.IOUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.BlockLog;
import org.underbase.combinedlog.block.BlockLog.Outcome;

/**
 * The two streams of a replica. Writes go to the stock files as ever; an hsync reads back what was written since the last
 * one, from the page cache, and makes it a record of the journal. A stream that is never synced costs nothing.
 *
 * <p>A block receiver syncs the checksums first and the data then, with both flushed: the second does it all.
 */
final class JournaledStreams extends ReplicaOutputStreams {
    private static final Logger LOG = LoggerFactory.getLogger(JournaledStreams.class);

    private final LocalReplicaInPipeline replica;
    private final BlockKey key;
    private final DataNodeJournal journal;
    private LocalFiles files;

    JournaledStreams(ReplicaOutputStreams stock, LocalReplicaInPipeline replica, String pool, DataNodeJournal journal) {
        super(
                stock.getDataOut(),
                stock.getChecksumOut(),
                stock.getChecksum(),
                replica.getVolume(),
                replica.getFileIoProvider());
        this.replica = replica;
        this.key = new BlockKey(pool, replica.getBlockId());
        this.journal = journal;
    }

    @Override
    public void syncChecksumOut() {
        // With the data: one record has both.
    }

    @Override
    public void syncDataOut() throws IOException {
        LocalFiles both = files();
        // Where the stream is: a file may be longer that was cut in the replica's books alone.
        long length = ((FileOutputStream) getDataOut()).getChannel().position();
        long began = System.nanoTime();
        BlockLog log = journal.log();
        Outcome outcome =
                log.sync(key, replica.getStorageUuid(), replica.getGenerationStamp(), getChecksum(), length, both);
        if (outcome == Outcome.FAILED) {
            journal.awaitGivenUp();
        }
        if (outcome != Outcome.DURABLE) {
            super.syncDataOut();
            both.meta().force(true);
            replica.fsyncDirectory();
            if (outcome != Outcome.FAILED) {
                // A failure meanwhile leaves what stock HDFS has: the files are on disk.
                log.forced(key, replica.getStorageUuid(), replica.getGenerationStamp(), getChecksum(), length, both);
            }
        }
        journal.synced(outcome, System.nanoTime() - began);
    }

    /** Opened at the first hsync, by the names of that moment; they stay the replica's when it is renamed. */
    private LocalFiles files() throws IOException {
        if (files == null) {
            files = new LocalFiles(Path.of(replica.getBlockURI()), Path.of(replica.getMetadataURI()));
        }
        return files;
    }

    @Override
    public void closeDataStream() throws IOException {
        super.closeDataStream();
        closeFiles();
    }

    @Override
    public void close() {
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
