package org.underbase.localcompact;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.StoreServer;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.localcompact.coordinator.FallbackException;
import org.underbase.localcompact.coordinator.TicketCompaction;

/**
 * Compactor for HBase's tests, which counts the compactions. On a RegionServer it is {@link LocalCompactor}; stores without one
 * are compacted by tickets, without replicas.
 */
public final class OneHostCompactor extends LocalCompactor {
    private static final Logger LOG = LoggerFactory.getLogger(OneHostCompactor.class);

    private static final Map<String, Long> WITHOUT_SERVER = new ConcurrentHashMap<>();

    /** Constructor for HBase. */
    public OneHostCompactor(Configuration conf, HStore store) {
        super(conf, store);
    }

    /** Returns the compactions of stores without a RegionServer by result. */
    static Map<String, Long> withoutServer() {
        return WITHOUT_SERVER;
    }

    @Override
    public List<Path> compact(CompactionRequestImpl request, ThroughputController throughput, User user)
            throws IOException {
        if (LocalCompactService.coordinatorOf(StoreServer.of(store)).isPresent()) {
            return super.compact(request, throughput, user);
        }
        try {
            Path output = TicketCompaction.compact(store, conf, request, user);
            if (!store.areWritesEnabled()) {
                throw new InterruptedIOException("aborting compaction of " + store + " because the region closes");
            }
            count("ticket");
            return List.of(output);
        } catch (FallbackException e) {
            LOG.warn("Stock compaction of {} runs ({}): {}", store, e.reason(), e.getMessage(), e);
            count("ticket_fallback_" + e.reason());
            return super.compact(request, throughput, user);
        }
    }

    private static void count(String result) {
        WITHOUT_SERVER.merge(result, 1L, Long::sum);
    }
}
