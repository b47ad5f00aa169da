package org.underbase.parquet.export;

import java.nio.file.Path;
import org.underbase.parquet.row.RowOrder;

/**
 * Tables and resources of an export.
 *
 * @param directory directory of the tables
 * @param order order of the events
 * @param overwrite whether to replace existing tables
 * @param threads number of reading threads, at least 1
 * @param temporary directory for temporary files
 * @param memory memory for events and for accesses, in bytes
 */
public record ExportPlan(Path directory, RowOrder order, boolean overwrite, int threads, Path temporary, long memory) {
    /** Returns the file of the events. */
    public Path events() {
        return directory.resolve("events.parquet");
    }

    /** Returns the file of the files. */
    public Path files() {
        return directory.resolve("files.parquet");
    }
}
