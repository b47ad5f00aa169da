package org.underbase.tier.namenode.rpc;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Inodes that a client's call concerns, on the active NameNode. A failure here never makes the call fail. Thread-safe. */
final class CalledInodes {
    private static final Logger LOG = LoggerFactory.getLogger(CalledInodes.class);

    private final FSNamesystem namesystem;
    private final BooleanSupplier needed;

    /**
     * Creates a lookup.
     *
     * @param needed whether anyone needs the inodes; otherwise, calls return immediately
     */
    CalledInodes(FSNamesystem namesystem, BooleanSupplier needed) {
        this.namesystem = namesystem;
        this.needed = needed;
    }

    /** Search for an inode under the read lock; the result may be null. */
    @FunctionalInterface
    interface Search {
        INode find(FSDirectory directory) throws IOException;
    }

    /** Passes an inode, if it exists, to a consumer under the namesystem's read lock. */
    void use(Search search, Consumer<INode> consumer) {
        if (!needed.getAsBoolean() || namesystem.getState() != HAServiceState.ACTIVE) {
            return;
        }
        namesystem.readLock();
        try {
            INode inode = search.find(namesystem.getFSDirectory());
            if (inode != null) {
                consumer.accept(inode);
            }
        } catch (IOException | RuntimeException e) {
            // The call itself reports an invalid path. It must not fail because of the tiers, least of all after the
            // change.
            LOG.debug("tiers: a change by a client was not noticed", e);
        } finally {
            namesystem.readUnlock("tierCall");
        }
    }
}
