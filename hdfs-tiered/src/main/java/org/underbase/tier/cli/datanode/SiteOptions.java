package org.underbase.tier.cli.datanode;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.underbase.tier.datanode.instance.NodeDefaults;
import org.underbase.tier.datanode.instance.Plan;
import org.underbase.tier.datanode.instance.Site;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options of all {@code underbase datanode} commands: the configuration. */
class SiteOptions {
    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--conf",
            paramLabel = "DIR",
            description = "Configuration directory. Default: UNDERBASE_CONF_DIR, else HADOOP_CONF_DIR.")
    private List<Path> conf = new ArrayList<>();

    Site site() throws IOException {
        Path directory = conf.stream()
                .findFirst()
                .or(() -> variable("UNDERBASE_CONF_DIR"))
                .or(() -> variable("HADOOP_CONF_DIR"))
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), "missing configuration directory: pass --conf DIR or set HADOOP_CONF_DIR"));
        return Site.read(directory);
    }

    private static Optional<Path> variable(String name) {
        return Optional.ofNullable(System.getenv(name))
                .filter(text -> !text.isBlank())
                .map(Path::of);
    }

    /** Returns the command line of the command. */
    final CommandLine commandLine() {
        return spec.commandLine();
    }

    static Plan plan(Site site) {
        Map<String, String> properties = new LinkedHashMap<>();
        System.getProperties().stringPropertyNames().forEach(name -> properties.put(name, System.getProperty(name)));
        return Plan.of(site, NodeDefaults.of(System.getenv(), properties));
    }

    /** Prints errors, one per line, in the format of the launcher. */
    void report(List<String> errors) {
        PrintWriter err = spec.commandLine().getErr();
        String command = spec.qualifiedName().replaceFirst("^underbase ", "");
        errors.forEach(error -> err.println("underbase: " + command + ": " + error));
        err.flush();
    }
}
