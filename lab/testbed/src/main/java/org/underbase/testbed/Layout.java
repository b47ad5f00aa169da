package org.underbase.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.underbase.testbed.ClusterPlan.DaemonPlan;
import org.underbase.testbed.network.Host;

/** Writer of all files that daemons and clients read at their start. */
final class Layout {
    private static final String LOG_PATTERN = "%d{ISO8601} %-5p [%t] %c{2}: %m%n";

    /** JVM options of all daemons and clients, after those of the role and before those of the recipe. */
    private static final List<String> EXTRA_OPTIONS = Arrays.stream(
                    System.getProperty("underbase.testbed.jvm.options", "").split(" ", -1))
            .filter(option -> !option.isEmpty())
            .toList();

    private final ClusterSpec spec;
    private final ClusterPlan plan;
    private final Map<String, Host> hosts;

    Layout(ClusterSpec spec, ClusterPlan plan, Map<String, Host> hosts) {
        this.spec = spec;
        this.plan = plan;
        this.hosts = hosts;
    }

    /** Writes all files and returns the plan with the settings of clients. */
    ClusterPlan write() throws IOException {
        HdfsSettings hdfs = new HdfsSettings(spec, plan, hosts);
        HBaseSettings hbase = new HBaseSettings(spec, plan, hosts);
        YarnSettings yarn = new YarnSettings(spec, plan, hosts);
        Map<String, String> common = new LinkedHashMap<>(hdfs.common());
        common.putAll(hbase.common(common.get("fs.defaultFS")));
        common.putAll(yarn.common());
        common.putAll(spec.settings());
        List<Path> classPath = new ArrayList<>();
        classPath.add(ClassPath.unpackWebPages(plan.directory()));
        classPath.addAll(ClassPath.own());
        spec.classPath().forEach(path -> classPath.add(path.toAbsolutePath().normalize()));
        for (DaemonPlan daemon : plan.daemons()) {
            Map<String, String> own = new LinkedHashMap<>(common);
            own.putAll(hosts.get(daemon.node()).settings());
            own.putAll(hdfs.daemon(daemon));
            own.putAll(hbase.daemon(daemon));
            own.putAll(yarn.daemon(daemon));
            own.putAll(spec.settings());
            own.putAll(spec.roleSettings().getOrDefault(daemon.role(), Map.of()));
            own.putAll(hdfs.described(daemon));
            daemon(
                    daemon,
                    own,
                    classPath,
                    Placeholders.ofDaemon(plan.directory(), daemon.home(), hdfs.dataDirectories(daemon)));
        }
        Placeholders cluster = Placeholders.ofCluster(plan.directory());
        cluster.fill(common);
        Map<String, String> hbaseSettings = new LinkedHashMap<>(spec.hbaseSettings());
        cluster.fill(hbaseSettings);
        clients(common, hbaseSettings, classPath);
        Map<String, String> clientSettings = new HashMap<>(common);
        clientSettings.putAll(hbaseSettings);
        return new ClusterPlan(
                plan.format(),
                plan.id(),
                plan.name(),
                plan.directory(),
                plan.subnet(),
                plan.hosts(),
                plan.nodes(),
                plan.daemons(),
                plan.highAvailability(),
                plan.otherRegionServers(),
                clientSettings);
    }

    private void daemon(
            DaemonPlan daemon, Map<String, String> settings, List<Path> classPath, Placeholders placeholders)
            throws IOException {
        placeholders.fill(settings);
        Map<String, String> hbaseSettings = new LinkedHashMap<>(spec.hbaseSettings());
        placeholders.fill(hbaseSettings);
        SiteFiles.write(daemon.conf(), settings, daemon.role().hbase() ? hbaseSettings : Map.of());
        Files.createDirectories(daemon.log().getParent());
        Files.writeString(
                daemon.conf().resolve("hadoop-metrics2.properties"),
                "*.period=" + Math.max(1, spec.metricsPeriod().toSeconds()) + "\n");
        Files.writeString(
                daemon.conf().resolve("log4j.properties"),
                """
                log4j.rootLogger=INFO,file
                log4j.appender.file=org.apache.log4j.FileAppender
                log4j.appender.file.File=%s
                log4j.appender.file.layout=org.apache.log4j.PatternLayout
                log4j.appender.file.layout.ConversionPattern=%s
                """
                        .formatted(daemon.log(), LOG_PATTERN));
        if (daemon.role() == Role.ZOOKEEPER) {
            zooKeeper(daemon);
        }
        List<String> options = new ArrayList<>(daemon.role().jvmOptions());
        options.addAll(hosts.get(daemon.node()).javaOptions(plan.directory()));
        options.addAll(EXTRA_OPTIONS);
        options.addAll(placeholders.fill(spec.jvmOptions().getOrDefault(daemon.role(), List.of())));
        List<Path> entries = new ArrayList<>(spec.firstOnClassPath().getOrDefault(daemon.role(), List.of()));
        Optional<ClassArchive> archive = entries.isEmpty() ? ClassArchive.configured(classPath) : Optional.empty();
        entries.addAll(classPath);
        JavaArguments.write(daemon.home(), daemon.conf(), entries, archive, options);
    }

    private void zooKeeper(DaemonPlan daemon) throws IOException {
        Path data = Files.createDirectories(daemon.home().resolve("data"));
        Files.writeString(
                daemon.conf().resolve("zoo.cfg"),
                """
                tickTime=2000
                dataDir=%s
                clientPortAddress=%s
                clientPort=%d
                maxClientCnxns=0
                maxSessionTimeout=180000
                admin.enableServer=false
                4lw.commands.whitelist=*
                """
                        .formatted(data, hosts.get(daemon.node()).address(), daemon.port(Ports.RPC)));
    }

    /** Writes the configuration of clients outside the cluster, and of clients on each host. */
    private void clients(Map<String, String> settings, Map<String, String> hbaseSettings, List<Path> classPath)
            throws IOException {
        clientConf(plan.clientConf(), settings, hbaseSettings);
        for (Host host : hosts.values()) {
            Path home = clientHome(plan, host.name());
            Map<String, String> own = new LinkedHashMap<>(host.settings());
            own.putAll(settings);
            clientConf(home.resolve("conf"), own, hbaseSettings);
            List<String> options = new ArrayList<>(EXTRA_OPTIONS);
            options.addAll(host.javaOptions(plan.directory()));
            JavaArguments.write(home, home.resolve("conf"), classPath, ClassArchive.configured(classPath), options);
        }
    }

    private void clientConf(Path conf, Map<String, String> settings, Map<String, String> hbaseSettings)
            throws IOException {
        SiteFiles.write(conf, settings, hbaseSettings);
        Files.writeString(
                conf.resolve("log4j.properties"),
                """
                log4j.rootLogger=WARN,console
                log4j.appender.console=org.apache.log4j.ConsoleAppender
                log4j.appender.console.target=System.err
                log4j.appender.console.layout=org.apache.log4j.PatternLayout
                log4j.appender.console.layout.ConversionPattern=%s
                """
                        .formatted(LOG_PATTERN));
    }

    /** Returns the directory of client programs that run on a host. */
    static Path clientHome(ClusterPlan plan, String host) {
        return plan.directory().resolve("client").resolve(host);
    }
}
