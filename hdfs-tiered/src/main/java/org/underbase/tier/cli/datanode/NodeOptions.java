package org.underbase.tier.cli.datanode;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.underbase.tier.datanode.instance.Instance;
import org.underbase.tier.datanode.instance.NodeDefaults;
import org.underbase.tier.datanode.instance.Plan;
import org.underbase.tier.datanode.instance.Site;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options of all {@code underbase datanode} commands: the configuration and the tiers. */
final class NodeOptions {
    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--conf",
            paramLabel = "DIR",
            description = "Configuration directory. Default: UNDERBASE_CONF_DIR, else HADOOP_CONF_DIR.")
    private List<Path> conf = new ArrayList<>();

    @Option(
            names = {"-t", "--tier"},
            paramLabel = "TIER",
            split = ",",
            description = "Select the DataNodes of these tiers, separated by commas. Default: all of this node.")
    private List<String> tiers = new ArrayList<>();

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

    static Plan plan(Site site) {
        Map<String, String> properties = new LinkedHashMap<>();
        System.getProperties().stringPropertyNames().forEach(name -> properties.put(name, System.getProperty(name)));
        return Plan.of(site, NodeDefaults.of(System.getenv(), properties));
    }

    /**
     * Returns the selected instances.
     *
     * @throws ParameterException if this node does not run a selected tier
     */
    List<Instance> wanted(Plan plan) {
        Map<String, Instance> byTier =
                plan.instances().stream().collect(Collectors.toMap(Instance::tier, instance -> instance));
        for (String tier : tiers) {
            // An invalid configuration may be the reason why the instance is missing.
            if (!byTier.containsKey(tier) && plan.problems().isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "this node does not run the tier '" + tier + "'; it runs "
                                + plan.instances().stream().map(Instance::tier).collect(Collectors.joining(", ")));
            }
        }
        return plan.instances().stream()
                .filter(instance -> tiers.isEmpty() || tiers.contains(instance.tier()))
                .toList();
    }

    /** Reports the selected tiers that the configuration does not define for this node. */
    boolean someMissing(Plan plan) {
        List<String> missing = tiers.stream()
                .filter(tier -> plan.instances().stream()
                        .noneMatch(instance -> instance.tier().equals(tier)))
                .toList();
        report(missing.stream()
                .map(tier -> "tier '" + tier + "' skipped: this configuration defines no DataNode of it on this node")
                .toList());
        return !missing.isEmpty();
    }

    /** Prints errors, one per line, in the format of the launcher. */
    void report(List<String> errors) {
        PrintWriter err = spec.commandLine().getErr();
        String command = spec.qualifiedName().replaceFirst("^underbase ", "");
        errors.forEach(error -> err.println("underbase: " + command + ": " + error));
        err.flush();
    }
}
