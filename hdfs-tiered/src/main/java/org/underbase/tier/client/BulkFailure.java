package org.underbase.tier.client;

import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.fs.Path;

/**
 * Failure of one path in a bulk change.
 *
 * @param path file that was not changed, or directory that could not be listed
 * @param error reason of the failure
 */
public record BulkFailure(Path path, IOException error) {
    public BulkFailure {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(error, "error");
    }
}
