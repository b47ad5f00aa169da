package org.underbase.localcompact.coordinator;

import org.apache.hadoop.fs.Path;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;

/**
 * Output of a local compaction, which HBase has not committed.
 *
 * @param path complete file
 * @param ticket inputs and parameters of its merges
 */
public record LocalOutput(Path path, TicketProto ticket) {}
