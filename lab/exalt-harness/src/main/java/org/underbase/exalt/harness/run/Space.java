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
 * Storage of emulated DataNodes.
 *
 * @param logicalBytes size of replicas and their checksums as the DataNodes reported it to the NameNode
 * @param physicalBytes size of the files with replicas and checksums
 * @param allocatedBytes disk space of all files of emulated DataNodes
 */
public record Space(long logicalBytes, long physicalBytes, long allocatedBytes) {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Slightly more than a heartbeat interval. */
    private static final Duration HEARTBEAT = Duration.ofMillis(3500);

    private static final int MOST_HEARTBEATS = 10;
    private static final Duration DU_LIMIT = Duration.ofMinutes(10);

    /**
     * Measures the storage when two consecutive heartbeats report the same size.
     *
     * @param cluster cluster without writers
     * @return storage of its emulated DataNodes
     * @throws IOException if the NameNode does not respond, or a file is unreadable
     * @throws InterruptedException if this thread is interrupted
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

    /** Sums the file sizes; this JVM has no agent, so these are the compressed sizes. */
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
     * Returns the ratio of logical to physical bytes.
     *
     * @return ratio; 0 without physical bytes
     */
    public double ratio() {
        return physicalBytes == 0 ? 0 : (double) logicalBytes / physicalBytes;
    }
}
