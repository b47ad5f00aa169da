package org.apache.hadoop.hbase.regionserver.storefiletracker;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.StoreContext;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;

/**
 * Read-only store file tracker that returns the files of a ticket. HBase instantiates it by reflection.
 *
 * <p>It is in HBase's package because {@code StoreFileTrackerBase}, which creates the writers of a store, is package-private.
 */
public final class TicketTracker extends StoreFileTrackerBase {
    private static final String FILES = "underbase.localcompact.ticket.files";

    /**
     * Constructor for HBase.
     *
     * @param conf configuration of the store, with {@link #setFiles}
     * @param isPrimaryReplica whether the region is the primary replica
     * @param ctx context of the store
     */
    public TicketTracker(Configuration conf, boolean isPrimaryReplica, StoreContext ctx) {
        super(conf, isPrimaryReplica, ctx);
    }

    /**
     * Sets the files that a tracker with this configuration returns.
     *
     * @param conf configuration of the store
     * @param files paths of the files
     */
    public static void setFiles(Configuration conf, List<Path> files) {
        // A path can contain a comma, which separates the values of Configuration.
        conf.set(FILES, String.join("\n", files.stream().map(Path::toString).toList()));
    }

    @Override
    public boolean requireWritingToTmpDirFirst() {
        return true;
    }

    @Override
    protected List<StoreFileInfo> doLoadStoreFiles(boolean readOnly) throws IOException {
        List<StoreFileInfo> files = new ArrayList<>();
        for (String path : conf.getRaw(FILES).split("\n", -1)) {
            files.add(getStoreFileInfo(new Path(path), isPrimaryReplica));
        }
        return files;
    }

    @Override
    protected void doAddNewStoreFiles(Collection<StoreFileInfo> newFiles) {
        throw readOnly();
    }

    @Override
    protected void doAddCompactionResults(Collection<StoreFileInfo> compacted, Collection<StoreFileInfo> newFiles) {
        throw readOnly();
    }

    @Override
    protected void doSetStoreFiles(Collection<StoreFileInfo> files) {
        throw readOnly();
    }

    private static IllegalStateException readOnly() {
        return new IllegalStateException("a merge does not change the store's files");
    }
}
