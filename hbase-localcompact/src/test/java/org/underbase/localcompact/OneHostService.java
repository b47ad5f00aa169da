package org.underbase.localcompact;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.CoreCoprocessor;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.IOUtils;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.coordinator.CompactionCounters;
import org.underbase.localcompact.coordinator.Coordinator;
import org.underbase.localcompact.coordinator.OneHostCoordinator;
import org.underbase.localcompact.proto.LocalCompactProtos.StartResponseProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.worker.Merges;
import org.underbase.localcompact.worker.Worker;

/**
 * Service for HBase's tests, whose whole cluster is one process: it holds all places of a compaction. The first DataNode belongs to
 * the RegionServer, and each further one to a separate instance of a RegionServer's merges. Replicas, majority check and commit
 * are those of a cluster; merges are called without RPC. Tests only: no deployed jar contains it.
 */
@CoreCoprocessor
// HBase's interface uses the raw type.
@SuppressWarnings("rawtypes")
public final class OneHostService extends LocalCompactService {
    private static final Collection<CompactionCounters> COUNTERS = new ConcurrentLinkedQueue<>();

    private final Map<String, Place> places = new ConcurrentHashMap<>();

    /** Returns the counters of all servers of this process, including stopped ones. */
    static Collection<CompactionCounters> counters() {
        return COUNTERS;
    }

    @Override
    Coordinator coordinator(DistributedFileSystem fs, HRegionServer server, Merges own) {
        Coordinator coordinator = new OneHostCoordinator(fs, server, dataNodes -> {
            Map<String, Worker> workers = new HashMap<>();
            for (String dataNode : new TreeSet<>(dataNodes.keySet())) {
                workers.put(
                        dataNode,
                        workers.isEmpty()
                                ? own
                                : places.computeIfAbsent(dataNode, each -> new Place(each, merges(fs, server))));
            }
            return workers;
        });
        COUNTERS.add(coordinator.counters());
        return coordinator;
    }

    @Override
    public void stop(CoprocessorEnvironment environment) {
        super.stop(environment);
        places.values()
                .forEach(place ->
                        IOUtils.cleanupWithLogger(LoggerFactory.getLogger(OneHostService.class), place.merges));
    }

    /** Merges of one DataNode, for a coordinator of another server. */
    private record Place(String dataNode, Merges merges) implements Worker {
        @Override
        public StartResponseProto start(TicketProto ticket) {
            return merges.startForeign(ticket, "this process");
        }

        @Override
        public StateProto step(StepRequestProto request) {
            return merges.step(request);
        }

        @Override
        public String toString() {
            return "place " + dataNode;
        }
    }
}
