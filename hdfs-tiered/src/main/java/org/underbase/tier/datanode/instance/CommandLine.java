package org.underbase.tier.datanode.instance;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/**
 * Command line of an instance: the Java and class path of this JVM, preceded by the instance's hdfs-site.xml and the
 * configuration directory.
 */
record CommandLine(String java, String classPath) {
    /** JVM options that Hadoop needs on Java 17 and later, as in the distribution's scripts. */
    private static final List<String> OPTIONS = List.of(
            "-XX:+IgnoreUnrecognizedVMOptions",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.net.preferIPv4Stack=true",
            "-XX:+ExitOnOutOfMemoryError",
            "-Dproc_datanode");

    static CommandLine ofThisJvm() {
        return new CommandLine(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                System.getProperty("java.class.path"));
    }

    List<String> words(Instance instance, Site site) {
        List<String> words = new ArrayList<>();
        if (onPath("setsid")) {
            // A separate session, so that the daemon survives the terminal, as with nohup.
            words.add("setsid");
        }
        words.add(java);
        words.addAll(OPTIONS);
        words.add(DatanodeProcess.mark(instance));
        words.add("-Dhadoop.log.dir=" + instance.logFile().getParent());
        words.add("-Dhadoop.log.file=" + instance.logFile().getFileName());
        words.add("-Dhadoop.root.logger=" + instance.rootLogger());
        words.addAll(instance.jvmOptions());
        words.add("-cp");
        words.add(instance.siteDirectory() + File.pathSeparator + site.directory() + File.pathSeparator + classPath);
        words.add(DataNode.class.getName());
        return words;
    }

    private static boolean onPath(String program) {
        String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
        return Arrays.stream(path.split(File.pathSeparator, -1))
                .anyMatch(directory -> !directory.isEmpty() && Files.isExecutable(Path.of(directory, program)));
    }
}
