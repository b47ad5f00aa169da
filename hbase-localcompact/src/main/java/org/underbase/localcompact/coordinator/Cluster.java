package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.util.Map;
import org.underbase.localcompact.worker.Worker;

/** Which servers can merge for which DataNodes. */
@FunctionalInterface
public interface Cluster {
    /**
     * The servers beside DataNodes.
     *
     * @param dataNodes IP address by address of the data transfer, {@code ip:port}
     * @return by address those that have one
     * @throws IOException where the live servers are not known
     */
    Map<String, Worker> beside(Map<String, String> dataNodes) throws IOException;
}
