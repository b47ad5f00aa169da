package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.util.Map;
import org.underbase.localcompact.worker.Worker;

/** Directory of the workers that can merge on the hosts of DataNodes. */
@FunctionalInterface
public interface WorkerDirectory {
    /**
     * Finds the workers on the hosts of DataNodes.
     *
     * @param dataNodes IP address of each DataNode by its data transfer address {@code ip:port}
     * @return workers by data transfer address; without the DataNodes that have none
     * @throws IOException if the live servers cannot be listed
     */
    Map<String, Worker> workersOf(Map<String, String> dataNodes) throws IOException;
}
