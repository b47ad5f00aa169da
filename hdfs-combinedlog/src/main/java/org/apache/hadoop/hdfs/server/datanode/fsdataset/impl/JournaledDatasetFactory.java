package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.combinedlog.datanode.InvalidatedJournalException;
import org.underbase.combinedlog.datanode.ReplicaAccess;
import org.underbase.combinedlog.datanode.TransitionCheck;

/**
 * Factory of a dataset that records hsyncs in one journal: the value of {@code dfs.datanode.fsdataset.factory}.
 *
 * <p>It is in this package because the dataset is.
 */
public class JournaledDatasetFactory extends FsDatasetFactory implements Configurable {
    private static final Logger LOG = LoggerFactory.getLogger(JournaledDatasetFactory.class);

    private Configuration configuration;

    /**
     * Checks whether the DataNode may read, upgrade or roll back its data directories, which it does right after it has created and
     * configured its factory ({@code DataNode.initStorage}). An {@code IOException} ends that start.
     */
    @Override
    public void setConf(Configuration conf) {
        configuration = conf;
        try {
            TransitionCheck.run(conf);
        } catch (IOException e) {
            // Undeclared, but the callers in the DataNode handle it.
            throw ExceptionUtils.<RuntimeException>rethrow(e);
        }
    }

    @Override
    public Configuration getConf() {
        return configuration;
    }

    /**
     * Returns the check before each access to a replica.
     *
     * @return check that permits every access; a subclass may let accesses fail
     */
    protected ReplicaAccess access() {
        return ReplicaAccess.PERMITTED;
    }

    @Override
    public FsDatasetImpl newInstance(DataNode datanode, DataStorage storage, Configuration conf) throws IOException {
        DatasetShape.check();
        try {
            return new JournaledDataset(datanode, storage, conf, access());
        } catch (InvalidatedJournalException e) {
            if (!CombinedLogKeys.storageModes(conf).durableHflush().isEmpty()) {
                // A stock DataNode would acknowledge an hflush before its bytes are on disk.
                IOException rejected = new IOException(
                        e.getMessage() + ". To start without a journal and without durable hflush, unset "
                                + CombinedLogKeys.DURABLE_HFLUSH.name(),
                        e);
                LOG.error("The combined log prevents the start of the DataNode: {}", rejected.getMessage());
                throw rejected;
            }
            LOG.error("Hsyncs fsync the block files, as in stock HDFS: {}", e.getMessage(), e);
            return new DirectDataset(datanode, storage, conf);
        }
    }
}
