package org.underbase.localcompact.worker;

import java.io.IOException;

/** Opens replicas on this node's DataNode. */
@FunctionalInterface
interface BlockChannels {
    /** {@code located} is the block as HDFS's own {@code LocatedBlockProto}. */
    BlockChannel open(byte[] located) throws IOException;
}
