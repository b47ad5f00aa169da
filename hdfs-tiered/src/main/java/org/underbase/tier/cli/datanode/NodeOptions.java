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

/** The options that all verbs on a node's DataNodes have: which configuration, which tiers. */
final class NodeOptions {
    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--conf",
            paramLabel = "DIR",
            description = "The configuration directory; default: UNDERBASE_CONF_DIR, else HADOOP_CONF_DIR.")
    private Optional<Path> conf = Optional.empty();

    @Option(
            names = {"-t", "--tier"},
            paramLabel = "TIER",
            split = ",",
            description = "Only the DataNodes of these tiers, separated by commas; default: all of this node.")
    private List<String> tiers = new ArrayList<>();

    Site site() throws IOException {
        Path directory = conf.or(() -> variable("UNDERBASE_CONF_DIR"))
                .or(() -> variable("HADOOP_CONF_DIR"))
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), "name the configuration directory: --conf DIR, or set HADOOP_CONF_DIR"));
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
     * The instances that were asked for.
     *
     * @throws ParameterException when a tier was asked for that this node does not run
     */
    List<Instance> wanted(Plan plan) {
        Map<String, Instance> byTier =
                plan.instances().stream().collect(Collectors.toMap(Instance::tier, instance -> instance));
        for (String tier : tiers) {
            // With problems the instance may be missing for them.
            if (!byTier.containsKey(tier) && plan.problems().isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "this node runs no tier '" + tier + "': it runs "
                                + plan.instances().stream().map(Instance::tier).collect(Collectors.joining(", ")));
            }
        }
        return plan.instances().stream()
                .filter(instance -> tiers.isEmpty() || tiers.contains(instance.tier()))
                .toList();
    }

    /** Tells of the tiers that were asked for and that the configuration does not let this node run. */
    boolean someMissing(Plan plan) {
        List<String> missing = tiers.stream()
                .filter(tier -> plan.instances().stream()
                        .noneMatch(instance -> instance.tier().equals(tier)))
                .toList();
        tell(missing.stream()
                .map(tier ->
                        "nothing was done for the tier '" + tier + "', of which this configuration runs no DataNode")
                .toList());
        return !missing.isEmpty();
    }

    /** Tells what is wrong, a line each as the launcher tells a failure. */
    void tell(List<String> problems) {
        PrintWriter err = spec.commandLine().getErr();
        String verb = spec.qualifiedName().replaceFirst("^underbase ", "");
        problems.forEach(problem -> err.println("underbase: " + verb + ": " + problem));
        err.flush();
    }
}
