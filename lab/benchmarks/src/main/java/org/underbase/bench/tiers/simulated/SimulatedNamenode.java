package org.underbase.bench.tiers.simulated;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.underbase.testbed.client.ChildJvm;

/** NameNode with simulated DataNodes in a child JVM, see {@link NamenodeMain}. Not thread-safe. */
public final class SimulatedNamenode implements AutoCloseable {
    /** Setting with the tier whose DataNodes have no free space. */
    public static final String FULL_TIER = SimulatedCluster.FULL_TIER;

    private final ChildJvm<Job, Done> worker;

    /**
     * Starts the JVM; the first job waits until the NameNode runs.
     *
     * @param name name for messages, unique in the directory
     * @param directory directory for its files
     * @param datanodes number of DataNodes
     * @param flash whether PCIe and SATA SSDs have storage type SSD; otherwise all have type DISK
     * @param settings configuration of the NameNode
     */
    public SimulatedNamenode(String name, Path directory, int datanodes, boolean flash, Map<String, String> settings)
            throws IOException {
        this(name, directory, datanodes, flash, "1g", settings);
    }

    /**
     * Like {@link #SimulatedNamenode(String, Path, int, boolean, Map)}.
     *
     * @param heap heap of the JVM, such as 1g
     */
    public SimulatedNamenode(
            String name, Path directory, int datanodes, boolean flash, String heap, Map<String, String> settings)
            throws IOException {
        Path home = Files.createDirectories(directory.resolve(name));
        Path logging = home.resolve("log4j.properties");
        Files.writeString(
                logging,
                """
                log4j.rootLogger=WARN,err
                log4j.appender.err=org.apache.log4j.ConsoleAppender
                log4j.appender.err.target=System.err
                log4j.appender.err.layout=org.apache.log4j.PatternLayout
                log4j.appender.err.layout.ConversionPattern=%d{ISO8601} %p %c{1}: %m%n
                """);
        List<String> command = new ArrayList<>(List.of(
                ChildJvm.java(),
                "-Xms" + heap,
                "-Xmx" + heap,
                "-XX:+UseG1GC",
                "-Djava.net.preferIPv4Stack=true",
                "-Dlog4j.configuration=file:" + logging,
                "-cp",
                System.getProperty("java.class.path"),
                NamenodeMain.class.getName(),
                home.toString(),
                Integer.toString(datanodes),
                Boolean.toString(flash)));
        settings.forEach((key, value) -> command.add(key + "=" + value));
        worker = new ChildJvm<>(name, new ProcessBuilder(command), home.resolve("err"), Done.class);
    }

    /**
     * Returns settings that add tiers to a NameNode.
     *
     * @param more further settings
     */
    public static Map<String, String> tiers(Map<String, String> more) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("dfs.net.topology.impl", "org.underbase.tier.namenode.retrieval.TierTopology");
        settings.put("dfs.block.replicator.classname", "org.underbase.tier.namenode.placement.TierPlacement");
        settings.put("dfs.namenode.plugins", "org.underbase.tier.namenode.TierNamenodePlugin");
        settings.put("dfs.tier.names", SimulatedLayout.TIERS);
        settings.putAll(more);
        return settings;
    }

    /** Sends a job; {@link #receive} must follow. */
    public void send(Job job) throws IOException {
        worker.send(job);
    }

    /** Waits for the result of the job. */
    public Done receive() throws IOException {
        return worker.receive();
    }

    /** Sends a job and waits for its result. */
    public Done run(Job job) throws IOException {
        return worker.call(job);
    }

    @Override
    public void close() throws IOException {
        worker.close();
    }
}
