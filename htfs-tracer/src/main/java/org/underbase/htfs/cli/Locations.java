package org.underbase.htfs.cli;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceSlice;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Locations of the traces: the parameters of all commands. */
final class Locations {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Parameters(
            paramLabel = "PATH",
            arity = "1..*",
            description = "Files, directories or globs; local, or with a scheme such as hdfs://.")
    private List<String> paths;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "Set a key of Hadoop's configuration, after the files of HADOOP_CONF_DIR.")
    private Map<String, String> properties = new LinkedHashMap<>();

    /** Returns the configuration for reading the traces, without the tracer. */
    Configuration conf() {
        Configuration conf = new Configuration();
        String dir = System.getenv("HADOOP_CONF_DIR");
        if (dir != null) {
            for (String name : new String[] {"core-site.xml", "hdfs-site.xml"}) {
                File file = new File(dir, name);
                if (file.isFile()) {
                    conf.addResource(new Path(file.toURI()));
                }
            }
        }
        conf.set("fs.hdfs.impl", "org.apache.hadoop.hdfs.DistributedFileSystem");
        properties.forEach(conf::set);
        return conf;
    }

    /** Finds the segments at the locations, and prints a line on stderr for each skipped file. */
    List<TraceSlice> segments(Configuration conf) throws IOException {
        PrintWriter err = command.commandLine().getErr();
        return TraceFiles.find(conf, paths, line -> {
            err.println("trace " + command.name() + ": skipped " + line);
            err.flush();
        });
    }
}
