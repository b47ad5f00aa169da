package org.underbase.analysis.cli;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Option;

/** Options of {@code analyze} about the trace that it reads. */
final class SourceOptions {
    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description =
                    "Setting for Hadoop; dfs.replication and dfs.blocksize apply to files whose creation is not in the"
                            + " trace.")
    private Map<String, String> settings = Map.of();

    Configuration configuration() {
        Configuration conf = new Configuration();
        settings.forEach(conf::set);
        return conf;
    }
}
