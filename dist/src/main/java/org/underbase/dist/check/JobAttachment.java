package org.underbase.dist.check;

import com.google.common.base.Throwables;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/**
 * State of the tracer in jobs that are submitted to YARN with a configuration. A job carries the submitter's keys to every
 * node. Its containers fail if a key names a class of the tracer that is not on their class path.
 */
final class JobAttachment {
    static final String PART = "tracer in jobs";

    private static final String FRAMEWORK = "mapreduce.framework.name";
    /** Prefixes of the jars that a traced client needs. */
    private static final List<String> JARS = List.of("htfs-tracer-", "operator-interface-", "zstd-jni-");
    /** Class paths of a container that name files of its node. */
    private static final List<String> INSTALLED =
            List.of("mapreduce.application.classpath", "yarn.application.classpath");
    /** Jars that the submitter copies to the containers. */
    private static final List<String> SHIPPED = List.of("tmpjars", "mapreduce.job.classpath.files");
    /** Start of the default of {@code yarn.application.classpath}: jars may have been installed into Hadoop. */
    private static final String STOCK_CLASS_PATH =
            "$HADOOP_COMMON_HOME/share/hadoop/common/*,$HADOOP_COMMON_HOME/share/hadoop/common/lib/*";

    /** Hadoop's classes for HDFS. */
    private static final Map<String, String> STOCK = Map.of(
            "fs.hdfs.impl", "org.apache.hadoop.hdfs.DistributedFileSystem",
            "fs.AbstractFileSystem.hdfs.impl", "org.apache.hadoop.fs.Hdfs");

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)}?|\\{\\{(\\w+)}}");

    private final Configuration conf;
    private final Map<String, String> environment;

    private JobAttachment(Configuration conf, Map<String, String> environment) {
        this.conf = conf;
        this.environment = environment;
    }

    /**
     * Checks a configuration.
     *
     * @param conf configuration of a client, without the defaults of MapReduce
     * @param environment environment variables that class paths name; {@code HADOOP_HOME} replaces missing ones of Hadoop
     * @return failed if jobs fail for lack of the tracer's classes; unknown if it is unclear whether jobs are submitted with
     *     this configuration
     * @throws IOException if a directory of a class path cannot be read
     */
    static Finding of(Configuration conf, Map<String, String> environment) throws IOException {
        return new JobAttachment(conf, environment).check();
    }

    /**
     * Checks the configuration of a job.
     *
     * @param job file that the client created when it submitted the job, {@code job.xml}, or another configuration
     * @param environment as in {@link #of(Configuration, Map)}
     * @return as in {@link #of(Configuration, Map)}
     * @throws IOException if the file is not a readable configuration; the message is one line
     */
    static Finding of(Path job, Map<String, String> environment) throws IOException {
        if (!Files.isRegularFile(job)) {
            throw new IOException("no such file: " + job);
        }
        Configuration conf = new Configuration(false);
        // The file may be another user's: it must not include other files or read system properties.
        conf.addResource(new org.apache.hadoop.fs.Path(job.toUri()), true);
        try {
            if (conf.size() == 0) {
                throw new IOException(job + " contains no property");
            }
        } catch (RuntimeException e) {
            String cause = Throwables.getRootCause(e).toString();
            throw new IOException(
                    job + " is not a configuration of Hadoop: "
                            + cause.lines().findFirst().orElse(""),
                    e);
        }
        return of(conf, environment);
    }

    private Finding check() throws IOException {
        Set<String> keys = tracedKeys();
        String framework = conf.getTrimmed(FRAMEWORK, "");
        if (keys.isEmpty()) {
            return Finding.ok(PART, "jobs are not traced, because no file-system key names the tracer");
        }
        if (framework.isEmpty()) {
            return Finding.unknown(
                    PART, "no mapred-site.xml: do not submit jobs with this configuration, which would carry " + keys);
        }
        if (!framework.equals("yarn")) {
            return Finding.ok(PART, "no container: " + FRAMEWORK + " is " + framework);
        }
        Set<String> missing = missingJars();
        return missing.isEmpty()
                ? Finding.ok(PART, "the class path of containers contains the tracer")
                : Finding.failed(
                        PART,
                        "jobs fail with ClassNotFoundException, because they carry " + keys
                                + " and the class path of their containers lacks " + missing
                                + ": move the keys to the daemons' own configuration, or add the jars to "
                                + INSTALLED.get(0) + " or, without mapreduce.job.classloader, to " + SHIPPED.get(0)
                                + stock(keys));
    }

    /** Describes how to submit one job without the tracer. */
    private static String stock(Set<String> keys) {
        StringBuilder options = new StringBuilder();
        for (String key : keys) {
            String implementation = STOCK.get(key);
            if (implementation != null) {
                options.append(" -D ").append(key).append('=').append(implementation);
            }
        }
        return options.isEmpty() ? "" : "; to submit one job without the tracer, add" + options;
    }

    private Set<String> tracedKeys() {
        Set<String> keys = new TreeSet<>();
        for (Map.Entry<String, String> entry : conf) {
            String key = entry.getKey();
            if (key.startsWith("fs.")
                    && key.endsWith(".impl")
                    && entry.getValue().contains("org.underbase.htfs.")) {
                keys.add(key);
            }
        }
        return keys;
    }

    private Set<String> missingJars() throws IOException {
        Set<String> names = new LinkedHashSet<>();
        for (String key : INSTALLED) {
            for (String entry : conf.getTrimmedStrings(key, STOCK_CLASS_PATH.split(","))) {
                addNames(entry, names);
            }
        }
        // The job's class loader leaves org.apache.hadoop to its parent, and some of the tracer's classes are in that
        // package.
        if (!conf.getBoolean("mapreduce.job.classloader", false)) {
            for (String key : SHIPPED) {
                for (String entry : conf.getTrimmedStrings(key)) {
                    addNames(entry.replaceFirst("#.*", ""), names);
                }
            }
        }
        Set<String> missing = new TreeSet<>();
        for (String jar : JARS) {
            if (names.stream().noneMatch(name -> name.startsWith(jar))) {
                missing.add(jar + "*.jar");
            }
        }
        return missing;
    }

    /** Adds the names of the jars of an entry of a class path; this machine stands for the nodes. */
    private void addNames(String entry, Set<String> names) throws IOException {
        String path = VARIABLE.matcher(entry)
                .replaceAll(match ->
                        Matcher.quoteReplacement(variable(match.group(1) == null ? match.group(2) : match.group(1))));
        int slash = path.lastIndexOf('/') + 1;
        if (!path.endsWith("/*")) {
            names.add(path.substring(slash));
            return;
        }
        Path directory;
        try {
            directory = Path.of(path.substring(0, slash));
        } catch (InvalidPathException e) {
            throw new IOException("invalid class path entry " + entry + ": " + e.getMessage(), e);
        }
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(directory, "*.jar")) {
                jars.forEach(jar -> names.add(jar.getFileName().toString()));
            }
        }
    }

    private String variable(String name) {
        String hadoop = name.matches("HADOOP_\\w+_HOME") ? environment.getOrDefault("HADOOP_HOME", "") : "";
        return environment.getOrDefault(name, hadoop);
    }
}
