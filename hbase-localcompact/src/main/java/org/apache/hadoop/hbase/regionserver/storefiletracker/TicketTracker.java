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
 * Tells a store the files of a ticket and no other, and records nothing. HBase makes it by reflection.
 *
 * <p>It is in HBase's package because {@code StoreFileTrackerBase}, which makes the writers of a store, is package-private.
 */
public final class TicketTracker extends StoreFileTrackerBase {
    /** The paths of the files, by commas. */
    public static final String FILES = "underbase.localcompact.ticket.files";

    /**
     * For HBase.
     *
     * @param conf of the store, with {@link #FILES}
     * @param isPrimaryReplica whether it is the primary one
     * @param ctx of the store
     */
    public TicketTracker(Configuration conf, boolean isPrimaryReplica, StoreContext ctx) {
        super(conf, isPrimaryReplica, ctx);
    }

    @Override
    public boolean requireWritingToTmpDirFirst() {
        return true;
    }

    @Override
    protected List<StoreFileInfo> doLoadStoreFiles(boolean readOnly) throws IOException {
        List<StoreFileInfo> files = new ArrayList<>();
        for (String path : conf.getTrimmedStrings(FILES)) {
            files.add(getStoreFileInfo(new Path(path), isPrimaryReplica));
        }
        return files;
    }

    @Override
    protected void doAddNewStoreFiles(Collection<StoreFileInfo> newFiles) {
        throw recorded();
    }

    @Override
    protected void doAddCompactionResults(Collection<StoreFileInfo> compacted, Collection<StoreFileInfo> newFiles) {
        throw recorded();
    }

    @Override
    protected void doSetStoreFiles(Collection<StoreFileInfo> files) {
        throw recorded();
    }

    private static IllegalStateException recorded() {
        return new IllegalStateException("a store that only merges has no files of its own");
    }
}
