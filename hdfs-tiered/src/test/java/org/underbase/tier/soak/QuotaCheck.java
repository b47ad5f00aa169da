package org.underbase.tier.soak;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.underbase.testbed.Await;
import org.underbase.tier.client.DirectoryQuota;

/**
 * Quota of a directory on the fastest tier. At the end of a round, the NameNode's use is that of the disks, and it is not above
 * the quota. Documented exceptions, after which the excess must not grow: the NameNode restarted or failed over, so that the
 * use was unknown for a while, or a missing replica had no place on another tier. Thread-confined.
 */
final class QuotaCheck {
    static final Path DIRECTORY = new Path("/quota");
    /** Bytes: the replicas of one block that lands. */
    private static final long LIMIT = 3L * SoakSettings.BLOCK;

    private static final Duration COUNTED = Duration.ofMinutes(2);
    /** More than a period of the metrics. */
    private static final Duration METRICS = Duration.ofSeconds(30);

    private final TierCluster cluster;
    private final SoakFiles files;
    private final Counters counters;
    private long permitted = LIMIT;
    private int faults;
    private long overruns;

    QuotaCheck(TierCluster cluster, SoakFiles files, Counters counters) {
        this.cluster = cluster;
        this.files = files;
        this.counters = counters;
    }

    /** Sets the quota. */
    void set() throws IOException {
        cluster.tiers().setQuota(DIRECTORY, Map.of(cluster.layout().fastest(), OptionalLong.of(LIMIT)));
    }

    /** Begins a round: waits until the NameNode knows the use. */
    void begin() throws IOException {
        Await.until("the use of the quota known", COUNTED, () -> {
            overruns = overruns();
            DirectoryQuota quota = quota();
            return Violation.unless(quota.used().isPresent(), quota::toString);
        });
        faults = counters.nameNodeFaults();
    }

    /** Checks the use after all replicas are placed. */
    void check() throws IOException, Violation {
        AtomicLong used = new AtomicLong();
        Await.until("the use of the quota to be that of the disks", COUNTED, () -> {
            used.set(onDisks());
            DirectoryQuota quota = quota();
            return Violation.unless(
                    quota.used().equals(OptionalLong.of(used.get())),
                    () -> quota + ", but " + used.get() + " bytes on the disks");
        });
        if (used.get() > permitted
                && counters.nameNodeFaults() == faults
                && !Await.holds(METRICS, () -> overruns() > overruns)) {
            throw new Violation(DIRECTORY + " has " + used.get() + " bytes on the tier "
                    + cluster.layout().fastest() + ", not at most " + permitted + ": " + files.files());
        }
        counters.add(used.get() > LIMIT ? Counters.Count.QUOTA_EXCEEDED : Counters.Count.QUOTA_KEPT);
        permitted = Math.max(LIMIT, used.get());
    }

    private DirectoryQuota quota() throws IOException {
        List<DirectoryQuota> quotas = cluster.tiers().quotas(DIRECTORY);
        Optional<DirectoryQuota> quota = quotas.stream()
                .filter(one -> one.limit() == LIMIT
                        && one.tier().equals(cluster.layout().fastest()))
                .findFirst();
        return quota.orElseThrow(() -> new IOException("the quota is lost: " + quotas));
    }

    private long onDisks() throws IOException {
        long bytes = 0;
        for (SoakFile file : files.files()) {
            if (file.path().getParent().equals(DIRECTORY)) {
                for (LocatedBlock block : cluster.blocks(file.path())) {
                    bytes += cluster.disks().finalized(block.getBlock(), block.getBlockSize()).stream()
                            .filter(cluster::onFastest)
                            .mapToLong(Disks.Replica::length)
                            .sum();
                }
            }
        }
        return bytes;
    }

    /** Returns the number of missing replicas that no other tier could take, from a record whose number JMX appends. */
    private long overruns() throws IOException {
        JsonNode bean = cluster.daemons()
                .nameNode()
                .jmx("Hadoop:service=NameNode,name=Tiers")
                .path(0);
        for (Map.Entry<String, JsonNode> attribute : bean.properties()) {
            if (attribute.getKey().startsWith("QuotaOverruns")) {
                return attribute.getValue().asLong();
            }
        }
        throw new IOException("no metrics of quotas: " + bean);
    }
}
