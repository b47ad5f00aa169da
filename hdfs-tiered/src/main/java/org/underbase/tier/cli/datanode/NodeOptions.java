package org.underbase.tier.cli.datanode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.underbase.tier.datanode.instance.Instance;
import org.underbase.tier.datanode.instance.Plan;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of commands for selected DataNodes: the configuration and the tiers. */
final class NodeOptions extends SiteOptions {
    @Option(
            names = {"-t", "--tier"},
            paramLabel = "TIER",
            split = ",",
            description = "Select the DataNodes of these tiers, separated by commas. Default: all of this node.")
    private List<String> tiers = new ArrayList<>();

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
                        commandLine(),
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
}
