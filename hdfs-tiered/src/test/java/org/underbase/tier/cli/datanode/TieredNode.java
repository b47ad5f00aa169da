package org.underbase.tier.cli.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.underbase.testbed.process.FreePorts;
import picocli.CommandLine;

/** Configuration of a node with tiers, and {@code underbase datanode} on it. */
final class TieredNode {
    private final Path directory;
    private final Path conf;
    private final Configuration site = new Configuration(false);

    /** Stands for the launcher, whose name is in messages. */
    @CommandLine.Command(name = "underbase")
    private static final class Launcher {}

    /** Output and exit code of a command. */
    record Result(int exit, String out, String err) {}

    /** A node with the tiers fast and disk, without directories yet. */
    TieredNode(Path directory, URI namenode) throws IOException {
        this.directory = directory;
        this.conf = Files.createDirectory(directory.resolve("conf"));
        site.set("fs.defaultFS", namenode.toString());
        site.set("dfs.tier.names", "fast,disk");
        site.set("dfs.tier.probe.enabled", "false");
    }

    TieredNode set(String key, String value) {
        site.set(key, value);
        return this;
    }

    /** Defines the DataNode of a tier with its address, http.address and ipc.address. */
    TieredNode tier(String tier, String directories, List<Integer> ports) {
        String prefix = "dfs.tier." + tier + ".";
        return set(prefix + "datanode.data.dir", directories)
                .set(prefix + "datanode.address", "127.0.0.1:" + ports.get(0))
                .set(prefix + "datanode.http.address", "127.0.0.1:" + ports.get(1))
                .set(prefix + "datanode.ipc.address", "127.0.0.1:" + ports.get(2))
                .set(prefix + "pid.dir", directory.resolve("run").toString())
                .set(prefix + "log.dir", directory.resolve("logs").toString())
                .set(prefix + "jvm.options", "-Xmx96m -XX:+UseSerialGC -XX:TieredStopAtLevel=1");
    }

    void write() throws IOException {
        try (OutputStream out = Files.newOutputStream(conf.resolve("hdfs-site.xml"))) {
            site.writeXml(out);
        }
        Files.writeString(
                conf.resolve("log4j.properties"),
                """
                log4j.rootLogger=INFO,console
                log4j.appender.console=org.apache.log4j.ConsoleAppender
                log4j.appender.console.layout=org.apache.log4j.PatternLayout
                log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{2}: %m%n
                """);
    }

    Result underbase(String command, String... options) {
        List<String> words = new ArrayList<>(List.of("datanode", command, "--conf", conf.toString()));
        words.addAll(Arrays.asList(options));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = new CommandLine(new Launcher())
                .addSubcommand(new DatanodeCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words.toArray(new String[0]));
        return new Result(exit, out.toString(), err.toString());
    }

    JsonNode status(int exit) throws IOException {
        Result result = underbase("status", "--json");
        assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(exit);
        return new ObjectMapper().readTree(result.out());
    }

    static List<Integer> freePorts(int count) throws IOException {
        Set<Integer> ports = new LinkedHashSet<>();
        while (ports.size() < count) {
            ports.add(FreePorts.find(ports));
        }
        return List.copyOf(ports);
    }
}
