package org.underbase.tier.client;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** Listener for the result of each file of a bulk change. Several threads call it, one at a time. */
public interface BulkListener {
    /** Called after the NameNode accepted the change of a file. */
    default void accepted(Path file, ChangeResult result) {}

    /** Called after the change of a file or the listing of a directory failed. The bulk change continues with the others. */
    default void failed(Path path, IOException error) {}
}
