package org.underbase.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileUtil;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.process.Command;

/**
 * Program that creates the archive of classes for the test run: it starts a cluster, which records the classes that its
 * daemons load. Argument: path of the archive. It does nothing if the archive is newer than its jars.
 */
final class ClassArchiveBuilder {
    /** Files that a cluster's configuration or its unpacked web pages replace, and classes of this project. */
    private static final Pattern REPLACED = Pattern.compile("((hbase-)?webapps|org/underbase)/.*"
            + "|(core|hdfs|hbase)-site\\.xml|log4j\\.properties|hadoop-metrics2.*\\.properties");

    /** On a busy machine the dump takes minutes. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private ClassArchiveBuilder() {}

    public static void main(String[] args) throws IOException {
        Path archive = Path.of(args[0]).toAbsolutePath();
        List<Path> jars = new ArrayList<>();
        for (Path entry : ClassPath.own()) {
            if (entry.toString().endsWith(".jar") && !hasReplacedFile(entry)) {
                jars.add(entry);
            }
        }
        List<String> lines = jars.stream().map(Path::toString).toList();
        if (!isCurrent(archive, lines, jars)) {
            try {
                create(archive, lines);
            } catch (IOException e) {
                System.err.println("no archive of classes, so daemons of the tests start more slowly: " + e);
            }
        }
    }

    private static void create(Path archive, List<String> lines) throws IOException {
        Path work = Files.createTempDirectory("class-archive");
        Path list = Files.write(work.resolve("classes"), loadedClasses(work));
        Path created = work.resolve("created.jsa");
        Command.of(
                        ChildJvm.java(),
                        "-Xshare:dump",
                        "-Xlog:cds=off",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:SharedClassListFile=" + list,
                        "-XX:SharedArchiveFile=" + created,
                        "-cp",
                        String.join(":", lines))
                .limit(LIMIT)
                .run()
                .orThrow();
        Files.write(ClassArchive.listOf(archive), lines);
        Files.move(created, archive, StandardCopyOption.REPLACE_EXISTING);
        FileUtil.fullyDelete(work.toFile());
    }

    private static boolean isCurrent(Path archive, List<String> lines, List<Path> jars) throws IOException {
        if (!Files.exists(archive)
                || !Files.readAllLines(ClassArchive.listOf(archive)).equals(lines)) {
            return false;
        }
        for (Path jar : jars) {
            if (Files.getLastModifiedTime(jar).compareTo(Files.getLastModifiedTime(archive)) > 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasReplacedFile(Path path) throws IOException {
        try (JarFile jar = new JarFile(path.toFile())) {
            return jar.stream().map(JarEntry::getName).anyMatch(name -> REPLACED.matcher(name)
                    .matches());
        }
    }

    /** Returns the lines of a class list (option {@code SharedClassListFile}) with the classes of all daemons. */
    private static Set<String> loadedClasses(Path work) throws IOException {
        ClusterRecipe recipe = TestCluster.builder()
                .directory(work.resolve("cluster"))
                .hbase(true)
                .set("dfs.replication", "1");
        for (Role role : Role.values()) {
            recipe.jvmOptions(role, "-XX:TieredStopAtLevel=1", "-XX:DumpLoadedClassList=" + work.resolve(role.id()));
        }
        try (TestCluster cluster = recipe.start()) {
            cluster.client().run(PutFile.class, "/file", "10", "1");
            cluster.stop();
        }
        Set<String> lines = new TreeSet<>();
        for (Role role : Role.values()) {
            if (Files.exists(work.resolve(role.id()))) {
                // The ids are different in each JVM, and only classes of custom class loaders need them.
                lines.addAll(Files.readAllLines(work.resolve(role.id())).stream()
                        .filter(line -> !line.startsWith("#") && !line.contains("source:"))
                        .map(line -> line.replaceFirst(" id: .*", ""))
                        .collect(Collectors.toSet()));
            }
        }
        return lines;
    }
}
