package org.underbase.exalt.harness.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.underbase.exalt.harness.cluster.EmulatedJvm;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.process.Command;

/**
 * What emulated DataNodes store.
 *
 * @param logicalBytes of replicas and their checksums, as the DataNodes told the NameNode
 * @param physicalBytes of the files that hold them
 * @param allocatedBytes of the disk for these and all else that emulated DataNodes have on it
 */
public record Space(long logicalBytes, long physicalBytes, long allocatedBytes) {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** A little more than a heartbeat. */
    private static final Duration HEARTBEAT = Duration.ofMillis(3500);

    private static final int MOST_HEARTBEATS = 10;
    private static final Duration DU_LIMIT = Duration.ofMinutes(10);

    /**
     * Measures it when two heartbeats have told the same.
     *
     * @param cluster on which nothing is being written
     * @return what its emulated DataNodes store
     * @throws IOException when the NameNode does not answer, or a file cannot be looked at
     * @throws InterruptedException when this thread is interrupted
     */
    public static Space of(ExaltCluster cluster) throws IOException, InterruptedException {
        long used = used(cluster);
        for (int i = 0; i < MOST_HEARTBEATS; i++) {
            TimeUnit.MILLISECONDS.sleep(HEARTBEAT.toMillis());
            long now = used(cluster);
            if (now == used) {
                break;
            }
            used = now;
        }
        long physical = 0;
        long allocated = 0;
        for (EmulatedJvm jvm : cluster.emulated()) {
            physical += sizes(jvm.data());
            String du = Command.of("du", "-sk", jvm.data().toString())
                    .limit(DU_LIMIT)
                    .run()
                    .orThrow()
                    .out();
            allocated += Long.parseLong(du.split("\\s+", -1)[0]) << 10;
        }
        return new Space(used, physical, allocated);
    }

    private static long used(ExaltCluster cluster) throws IOException {
        Set<String> real = cluster.realDataNodes().stream()
                .map(daemon -> Integer.toString(daemon.port("data").orElseThrow()))
                .collect(Collectors.toSet());
        Daemon nameNode = cluster.nameNode();
        JsonNode live = JSON.readTree(nameNode.jmx("Hadoop:service=NameNode,name=NameNodeInfo")
                .path(0)
                .path("LiveNodes")
                .asText("{}"));
        long used = 0;
        for (JsonNode node : live) {
            String address = node.path("xferaddr").asText();
            if (!real.contains(address.substring(address.lastIndexOf(':') + 1))) {
                used += node.path("usedSpace").longValue();
            }
        }
        return used;
    }

    /** Seen without the agent, these are the compressed forms. */
    private static long sizes(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            long sum = 0;
            for (Path file : (Iterable<Path>) all.filter(Space::block)::iterator) {
                sum += Files.size(file);
            }
            return sum;
        }
    }

    private static boolean block(Path file) {
        return file.getFileName().toString().startsWith("blk_");
    }

    /**
     * How often the logical bytes would go into the physical ones.
     *
     * @return 0 when there are none
     */
    public double ratio() {
        return physicalBytes == 0 ? 0 : (double) logicalBytes / physicalBytes;
    }
}
