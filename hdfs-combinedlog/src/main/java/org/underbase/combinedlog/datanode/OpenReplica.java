package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;
import org.underbase.combinedlog.block.ReplicaFiles;

/** Factory for the files of a replica that a DataNode serves. */
public final class OpenReplica {
    private OpenReplica() {}

    /** Exclusion of clients from a replica while its files are rewritten. */
    public interface Exclusion {
        /**
         * Runs an action while no client can write the replica or truncate it.
         *
         * @param action action to run
         * @return false if a client may be writing the replica: then the action did not run
         * @throws IOException by the action
         */
        boolean run(Rewrite action) throws IOException;
    }

    /** Rewrite of a replica's files. */
    public interface Rewrite {
        /**
         * Rewrites the files.
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
     * @param exclusion exclusion of clients during a rewrite
     * @return the files, which the caller closes
     * @throws IOException if a file is missing or cannot be opened
     */
    public static ReplicaFiles open(Path data, Path meta, Exclusion exclusion) throws IOException {
        return new LocalFiles(data, meta) {
            @Override
            public boolean rewrite() throws IOException {
                return exclusion.run(super::rewrite);
            }
        };
    }
}
