package org.underbase.bench.tiers.fake;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.underbase.testbed.client.ChildJvm;

/** The parent's side of a {@link NamenodeMain}. Not thread-safe. */
public final class FakeNamenode implements AutoCloseable {
    private final ChildJvm<Job, Done> worker;

    /**
     * Starts one; the first job waits until it is up.
     *
     * @param name for messages, unique in the directory
     * @param flash whether PCIe and SATA SSDs are of storage type SSD, else all is DISK
     */
    public FakeNamenode(String name, Path directory, int datanodes, boolean flash, Map<String, String> settings)
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
                "-Xms1g",
                "-Xmx1g",
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

    /** Stock's settings with the tiers' classes on top. */
    public static Map<String, String> tiers(Map<String, String> more) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("dfs.net.topology.impl", "org.underbase.tier.namenode.retrieval.TierTopology");
        settings.put("dfs.block.replicator.classname", "org.underbase.tier.namenode.placement.TierPlacement");
        settings.put("dfs.namenode.plugins", "org.underbase.tier.namenode.TierNamenodePlugin");
        settings.put("dfs.tier.names", FakeLayout.TIERS);
        settings.putAll(more);
        return settings;
    }

    /** Asks without waiting. */
    public void ask(Job job) throws IOException {
        worker.send(job);
    }

    /** Waits for what was asked. */
    public Done answer() throws IOException {
        return worker.receive();
    }

    /** Asks and waits. */
    public Done run(Job job) throws IOException {
        return worker.call(job);
    }

    @Override
    public void close() throws IOException {
        worker.close();
    }
}
