package org.underbase.dist.check;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.google.common.base.Throwables;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.security.UserGroupInformation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code underbase check}: a round trip through HDFS and HBase, and the state of the tracer. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Check a cluster and the tracer on it.",
            "Writes a small file to HDFS and reads it back; creates a table in HBase, puts, flushes and reads rows and"
                    + " drops it. Also checks that the tracer is attached and writes events in this process and, by their"
                    + " /jmx pages, in the Master and every RegionServer, and that YARN's containers find its classes if"
                    + " jobs carry its keys. Removes the file and the table."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase check --conf /etc/hbase/conf",
            "  underbase check --conf conf/laptop --no-hbase --json",
            "  underbase check --job job.xml",
            "",
            "Exit codes: 0 no check failed (a check may be 'unknown'), 1 a check failed, 2 invalid usage."
        })
public final class CheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--conf",
            paramLabel = "DIR",
            description =
                    "Directory of core-site.xml, hdfs-site.xml, hbase-site.xml and, if jobs are submitted with it,"
                            + " mapred-site.xml and yarn-site.xml. Default: the files on the class path.")
    private Path conf;

    @Option(
            names = "--job",
            paramLabel = "FILE",
            description =
                    "Check only this configuration of a job, such as job.xml in its staging directory, without the"
                            + " cluster: whether its containers find the tracer's classes if it carries the tracer's"
                            + " keys.")
    private Path job;

    @Option(
            names = "--dir",
            paramLabel = "PATH",
            defaultValue = "/tmp",
            description = "HDFS directory of the test file. Default: ${DEFAULT-VALUE}.")
    private String directory;

    @Option(names = "--no-hbase", description = "Check HDFS only.")
    private boolean noHBase;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "Maximum time of one HBase operation. Default: ${DEFAULT-VALUE}.")
    private int timeoutSeconds;

    @Option(names = "--json", description = "Print an array of objects: part, verdict, detail.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (timeoutSeconds < 1) {
            throw new ParameterException(
                    spec.commandLine(), "invalid --timeout " + timeoutSeconds + ": must be at least 1");
        }
        List<Finding> findings = new ArrayList<>();
        if (job == null) {
            cluster(findings);
        } else {
            add(findings, JobAttachment.PART, () -> List.of(JobAttachment.of(job, System.getenv())));
        }
        if (json) {
            spec.commandLine().getOut().println(toJson(findings));
        }
        return findings.stream().anyMatch(Finding::failed) ? 1 : 0;
    }

    private void cluster(List<Finding> findings) throws InterruptedException {
        Configuration configuration = configuration();
        add(findings, LocalAttachment.PART, () -> List.of(LocalAttachment.of(configuration)));
        if (LocalAttachment.wanted(configuration)) {
            add(findings, JobAttachment.PART, () -> List.of(JobAttachment.of(configuration, System.getenv())));
        }
        add(
                findings,
                HdfsRoundTrip.PART,
                () -> List.of(new HdfsRoundTrip(configuration, new org.apache.hadoop.fs.Path(directory)).run()));
        if (!noHBase) {
            add(findings, HBaseRoundTrip.PART, () -> hbase(configuration));
        }
    }

    private interface Part {
        List<Finding> run() throws IOException, InterruptedException;
    }

    /** Runs a part; the next parts run even if this one fails. */
    private void add(List<Finding> findings, String name, Part part) throws InterruptedException {
        List<Finding> found;
        try {
            found = part.run();
        } catch (IOException e) {
            found = List.of(Finding.failed(name, oneLine(e)));
        }
        found.forEach(this::print);
        findings.addAll(found);
    }

    private static List<Finding> hbase(Configuration configuration) throws IOException, InterruptedException {
        List<Finding> findings = new ArrayList<>();
        try (Connection connection = ConnectionFactory.createConnection(configuration)) {
            HBaseRoundTrip hbase = new HBaseRoundTrip(connection);
            RemoteAttachment remote = RemoteAttachment.of(configuration);
            List<WebPage> traced = LocalAttachment.wanted(configuration) ? hbase.webPages() : List.of();
            remote.begin(traced);
            findings.add(hbase.run());
            for (WebPage page : traced) {
                findings.add(remote.of(page));
            }
        }
        return findings;
    }

    private Configuration configuration() {
        Configuration configuration = conf == null ? ofClassPath() : ofDirectory();
        UserGroupInformation.setConfiguration(configuration);
        // Report an unavailable cluster within seconds: a long-lived client would retry for minutes.
        configuration.setInt("ipc.client.connect.max.retries", 2);
        configuration.setInt("ipc.client.connect.max.retries.on.timeouts", 1);
        configuration.setInt("hbase.client.retries.number", 3);
        configuration.setInt("hbase.client.operation.timeout", timeoutSeconds * 1000);
        configuration.setInt("hbase.client.meta.operation.timeout", timeoutSeconds * 1000);
        configuration.setInt("hbase.rpc.timeout", timeoutSeconds * 1000);
        configuration.setInt("zookeeper.recovery.retry", 1);
        return configuration;
    }

    private static Configuration ofClassPath() {
        HdfsConfiguration.init();
        Configuration configuration = HBaseConfiguration.create();
        // Not the defaults of MapReduce: a missing mapred-site.xml differs from one with a default.
        configuration.addResource("mapred-site.xml");
        configuration.addResource("yarn-site.xml");
        return configuration;
    }

    /** Reads the files of --conf over the defaults of Hadoop and HBase, without the site files of the class path. */
    private Configuration ofDirectory() {
        if (!Files.isRegularFile(conf.resolve("core-site.xml"))) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no core-site.xml in " + conf + ": link or copy Hadoop's core-site.xml and hdfs-site.xml there");
        }
        Configuration configuration = new Configuration(false);
        for (String defaults : List.of("core-default.xml", "hdfs-default.xml", "hbase-default.xml")) {
            configuration.addResource(defaults);
        }
        for (String file :
                List.of("core-site.xml", "hdfs-site.xml", "mapred-site.xml", "yarn-site.xml", "hbase-site.xml")) {
            if (Files.isRegularFile(conf.resolve(file))) {
                configuration.addResource(
                        new org.apache.hadoop.fs.Path(conf.resolve(file).toUri()));
            }
        }
        return configuration;
    }

    private void print(Finding finding) {
        if (!json) {
            PrintWriter out = spec.commandLine().getOut();
            out.printf(
                    "%-8s%s: %s%n",
                    finding.verdict().name().toLowerCase(Locale.ROOT), finding.part(), finding.detail());
            out.flush();
        }
    }

    private static String toJson(List<Finding> findings) throws IOException {
        ObjectMapper json = new ObjectMapper();
        ArrayNode array = json.createArrayNode();
        for (Finding finding : findings) {
            array.addObject()
                    .put("part", finding.part())
                    .put("verdict", finding.verdict().name().toLowerCase(Locale.ROOT))
                    .put("detail", finding.detail());
        }
        return json.writerWithDefaultPrettyPrinter().writeValueAsString(array);
    }

    /** Formats a failure and its root cause as one line: messages of Hadoop and HBase contain stack traces. */
    private static String oneLine(Exception failure) {
        Throwable root = Throwables.getRootCause(failure);
        String what = firstLine(failure);
        return root == failure || what.contains(firstLine(root)) ? what : what + " because " + firstLine(root);
    }

    private static String firstLine(Throwable failure) {
        String message =
                failure.getMessage() == null ? "" : failure.getMessage().strip();
        return failure.getClass().getSimpleName()
                + ": "
                + message.lines().findFirst().orElse("no message").replaceFirst(", exceptions:$", "");
    }
}
