package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;
import org.underbase.combinedlog.block.ReplicaFiles;

/** Factory for the files of a replica that a DataNode serves. */
public final class OpenReplica {
    private OpenReplica() {}

    /** Exclusion of clients from a replica while a part of its files is rewritten. */
    public interface Exclusion {
        /**
         * Runs a short step while no client can write the replica or truncate it.
         *
         * @param step step to run
         * @return false if a client may be writing the replica, or has written it since the files were opened: then the step did not
         *     run
         * @throws IOException by the step
         */
        boolean run(Rewrite step) throws IOException;
    }

    /** Step of the rewrite of a replica's files. */
    public interface Rewrite {
        /**
         * Rewrites a part of the files.
         *
         * @throws IOException if they cannot be read or written
         */
        void run() throws IOException;
    }

    /**
     * Opens both files.
     *
     * @param data data file
     * @param meta checksum file
     * @param exclusion exclusion of clients during each step of a rewrite
     * @param access check before each access
     * @return the files, which the caller closes
     * @throws IOException if a file is missing or cannot be opened
     */
    public static ReplicaFiles open(Path data, Path meta, Exclusion exclusion, ReplicaAccess access)
            throws IOException {
        return new LocalFiles(data, meta, access) {
            @Override
            boolean exclusively(Rewrite step) throws IOException {
                return exclusion.run(step);
            }
        };
    }
}
