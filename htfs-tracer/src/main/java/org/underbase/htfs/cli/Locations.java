package org.underbase.htfs.cli;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.underbase.htfs.format.StockClients;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceSlice;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Locations of the traces: the parameters of all commands. */
abstract class Locations {
    private static final String LABEL = "PATH";
    private static final String DESCRIPTION = "Files, directories or globs; local, or with a scheme such as hdfs://.";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "Set a key of Hadoop's configuration, after the files of HADOOP_CONF_DIR.")
    private Map<String, String> properties = new LinkedHashMap<>();

    /** Parameters of a command without subcommands. */
    static final class Required extends Locations {
        @Parameters(paramLabel = LABEL, arity = "1..*", description = DESCRIPTION)
        private List<String> paths;

        @Override
        List<String> paths() {
            return paths;
        }
    }

    /** Parameters of a command with subcommands: picocli requires them also for a subcommand. */
    static final class Optional extends Locations {
        @Parameters(paramLabel = LABEL, arity = "0..*", description = DESCRIPTION)
        private List<String> paths = List.of();

        @Override
        List<String> paths() {
            if (paths.isEmpty()) {
                throw new ParameterException(command().commandLine(), "Missing required parameter: 'PATH'");
            }
            return paths;
        }
    }

    abstract List<String> paths();

    CommandSpec command() {
        return command;
    }

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
        StockClients.use(conf);
        properties.forEach(conf::set);
        return conf;
    }

    /** Finds the segments at the locations, and prints a line on stderr for each skipped file. */
    List<TraceSlice> segments(Configuration conf) throws IOException {
        PrintWriter err = command.commandLine().getErr();
        return TraceFiles.find(conf, paths(), line -> {
            err.println("trace " + command.name() + ": skipped " + line);
            err.flush();
        });
    }
}
