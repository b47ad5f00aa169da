package org.underbase.localcompact.worker;

import java.io.IOException;

/** Factory of replicas on this node's DataNode. */
@FunctionalInterface
interface BlockChannels {
    /** Opens a replica; {@code located} is the block in the form of HDFS's {@code LocatedBlockProto}. */
    BlockChannel open(byte[] located) throws IOException;
}
