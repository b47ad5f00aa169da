package org.underbase.htfs.record;

import java.io.IOException;
import java.nio.file.Path;
import org.underbase.htfs.format.Drops;
import org.underbase.htfs.format.EncodedBlock;

/** Destination of blocks. Confined to the writer's thread. */
interface BlockStore {
    /** Appends a block. After an exception the caller may retry the block. */
    Segments.Outcome write(EncodedBlock block, Drops drops, LiveSettings live) throws IOException;

    /**
     * Closes the current segment, if there is one, with an end mark, which contains the drops since the last block.
     *
     * @param live current settings
     * @param drops events dropped since the last block
     * @return whether the drops were written
     */
    boolean end(LiveSettings live, Drops drops) throws IOException;

    /**
     * Closes the trace of this process.
     *
     * @param live current settings
     * @param drops events dropped since the last block
     * @return whether the drops were written
     */
    boolean finish(LiveSettings live, Drops drops) throws IOException;

    /** Returns the directory of the segments. */
    Path directory();
}
