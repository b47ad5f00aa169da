package org.underbase.tier.client;

import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.fs.Path;

/** A file that was not changed, or a directory that could not be listed, and why. */
public record BulkFailure(Path path, IOException problem) {
    public BulkFailure {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(problem, "problem");
    }
}
