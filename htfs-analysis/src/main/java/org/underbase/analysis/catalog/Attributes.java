package org.underbase.analysis.catalog;

import java.io.IOException;
import org.underbase.analysis.operator.Fields;
import org.underbase.htfs.format.Details;
import org.underbase.htfs.format.TraceEvent;

/**
 * Attributes of a file.
 *
 * @param replication number of replicas, or {@link #UNKNOWN}
 * @param blockSize size of its blocks in bytes, or {@link #UNKNOWN}
 * @param coding layout of an erasure-coded file; null if it is replicated or this is unknown
 */
record Attributes(long replication, long blockSize, ErasureCoding coding) {
    static final long UNKNOWN = NamespaceRecord.UNKNOWN;
    static final Attributes NONE = new Attributes(UNKNOWN, UNKNOWN, null);
    private static final long CHUNK = 512;

    static Attributes of(TraceEvent event) {
        ErasureCoding coding = ErasureCoding.of(event).orElse(null);
        long replication = Details.number(event.detail(), "replication", UNKNOWN);
        long blockSize = Details.number(event.detail(), "blockSize", UNKNOWN);
        // HDFS supports no others: these are forged.
        boolean blocks = blockSize >= CHUNK && blockSize % CHUNK == 0;
        return new Attributes(
                replication <= Short.MAX_VALUE ? replication : UNKNOWN, blocks ? blockSize : UNKNOWN, coding);
    }

    Attributes transfer(Fields fields) throws IOException {
        if (!fields.flag(!equals(NONE))) {
            return NONE;
        }
        long copies = fields.number(replication);
        long size = fields.number(blockSize);
        ErasureCoding layout =
                fields.flag(coding != null) ? (coding == null ? ErasureCoding.BLANK : coding).transfer(fields) : null;
        return new Attributes(copies, size, layout);
    }
}
