package org.underbase.bench.tiers.mapreduce;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.underbase.testbed.daemon.NodeSocketFactory;
import org.underbase.testbed.daemon.RackMapping;

/** Settings of jobs that depend on the JVM that submits them. */
final class JobSettings {
    private static final String JVM_OPTIONS =
            "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData" + " -Djava.net.preferIPv4Stack=true";
    private static final String HOSTS_FILE = "jdk.net.hosts.file";

    private JobSettings() {}

    /** Adds the settings to those of {@link YarnSettings} and of the cluster. */
    static Configuration complete(Configuration conf) throws IOException {
        String classPath = System.getProperty("java.class.path").replace(File.pathSeparatorChar, ',');
        conf.set("yarn.application.classpath", classPath);
        conf.set("mapreduce.application.classpath", classPath);
        String hosts = System.getProperty(HOSTS_FILE);
        String options = hosts == null ? JVM_OPTIONS : JVM_OPTIONS + " -D" + HOSTS_FILE + "=" + hosts;
        conf.set("yarn.app.mapreduce.am.command-opts", "-Xmx192m " + options);
        conf.set("mapreduce.map.java.opts", "-Xmx128m " + options);
        conf.set("mapreduce.reduce.java.opts", "-Xmx128m " + options);
        String java = "JAVA_HOME=" + System.getProperty("java.home");
        conf.set("yarn.app.mapreduce.am.admin.user.env", java);
        conf.set("mapreduce.admin.user.env", java);
        String address = conf.get(NodeSocketFactory.ADDRESS_KEY);
        if (address != null) {
            // Hadoop expands it in each container: its sockets are bound to the address of its node.
            conf.set(NodeSocketFactory.ADDRESS_KEY, "${env.NM_HOST:-" + address + "}");
        }
        racks(conf);
        return conf;
    }

    /** Adds the racks of IP addresses: unlike the NameNode, YARN asks for the racks of addresses. */
    private static void racks(Configuration conf) throws IOException {
        Set<String> pairs = new LinkedHashSet<>();
        for (String pair : conf.getTrimmedStrings(RackMapping.RACKS_KEY)) {
            int equals = pair.indexOf('=');
            pairs.add(pair);
            pairs.add(InetAddress.getByName(pair.substring(0, equals)).getHostAddress() + pair.substring(equals));
        }
        if (!pairs.isEmpty()) {
            conf.set(RackMapping.RACKS_KEY, String.join(",", pairs));
        }
    }
}
