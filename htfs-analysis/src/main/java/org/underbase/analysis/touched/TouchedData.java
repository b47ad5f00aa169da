package org.underbase.analysis.touched;

import java.util.OptionalLong;
import org.underbase.analysis.access.Touched;

/**
 * Data of the files that existed at the end of the trace.
 *
 * @param core bytes that foreground reads or flushes of user tables touched
 * @param hdfs bytes that any I/O touched
 * @param local bytes on disks that any I/O touched, by the model
 * @param usedBytes all bytes on disks, if known
 */
public record TouchedData(Touched core, Touched hdfs, Touched local, OptionalLong usedBytes) {
    /**
     * Returns the bytes on disks that no I/O touched, if the used bytes are known. It is negative if more was touched than is
     * used.
     */
    public OptionalLong untouched() {
        return usedBytes.isEmpty() ? usedBytes : OptionalLong.of(usedBytes.getAsLong() - local.total());
    }
}
