package org.underbase.tier.datanode.split;

import java.io.IOException;
import java.nio.file.Path;
import org.underbase.tier.datanode.instance.Instance;
import org.underbase.tier.datanode.instance.TransferMark;

/** Steps on the node: each is atomic, so that an interrupted command can be continued. */
interface Node {
    /**
     * Starts a DataNode and waits until it listens; restarts it if it runs with other settings.
     *
     * @return whether it was started or restarted
     */
    boolean start(Instance instance) throws IOException;

    /** Stops the DataNode of a tier, if it runs. */
    void stop(Instance instance) throws IOException;

    /**
     * Checks that no DataNode uses a data directory and that no journal contains bytes of it.
     *
     * @throws IOException if it cannot be transferred
     */
    void requireReleased(Path directory) throws IOException;

    /** Stores the DataNode from which a data directory is transferred. */
    void begin(Path directory, TransferMark from) throws IOException;

    /** Changes the DataNode of a data directory. */
    void assign(Path directory, String datanodeUuid) throws IOException;

    /** Stores the tier of a data directory, and that its transfer is complete. */
    void complete(Path directory, String tier) throws IOException;

    /**
     * Creates the directory of a DataNode without replicas.
     *
     * @param like data directory of the same cluster
     */
    void createEmpty(Path directory, Path like, String datanodeUuid) throws IOException;

    /** Deletes the directory of a DataNode without replicas, if it exists. */
    void deleteEmpty(Path directory) throws IOException;
}
