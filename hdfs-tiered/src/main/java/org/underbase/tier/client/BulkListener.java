package org.underbase.tier.client;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** Is told what became of each file of a bulk change, one call at a time, from several threads. */
public interface BulkListener {
    /** The NameNode accepted the change of this file. */
    default void accepted(Path file, ChangeResult result) {}

    /** The change of this file, or the listing of this directory, failed. The others go on. */
    default void failed(Path path, IOException problem) {}
}
