package org.underbase.htfs.cli;

import java.io.File;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceSlice;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where the traces are: what every verb takes. */
final class Locations {
    @Parameters(
            paramLabel = "PATH",
            arity = "1..*",
            description = "Files, directories or globs; local, or with a scheme such as hdfs://.")
    private List<String> paths;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "Sets a key of Hadoop's configuration. The files of HADOOP_CONF_DIR are read first.")
    private Map<String, String> properties = new LinkedHashMap<>();

    /** The configuration to reach the traces with; this process is not traced itself. */
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

    /** The segments there. */
    List<TraceSlice> segments(Configuration conf) throws IOException {
        return TraceFiles.find(conf, paths);
    }
}
