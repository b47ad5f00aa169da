package org.underbase.tier.datanode.instance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.http.HttpConfig;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.datanode.TierDatanodePlugin;
import org.underbase.tier.policy.TierNames;

/**
 * DataNodes of a node. A node runs the tiers of {@code dfs.tier.names} for which {@code
 * dfs.tier.<tier>.datanode.data.dir} is set.
 *
 * @param instances derived instances, in the order of {@code dfs.tier.names}
 * @param problems errors, a line each that contains the key; start nothing unless it is empty
 * @param sharedUuids a line for each DataNode whose directories belong to several tiers; start nothing unless it is empty
 * @param remaining a line for each stock DataNode whose directories do not all belong to tiers; start nothing unless it is empty
 */
public record Plan(List<Instance> instances, List<String> problems, List<String> sharedUuids, List<String> remaining) {
    private static final String PREFIX = "dfs.tier.";
    private static final String DATANODE = ".datanode.";
    private static final String DATA_DIR = "data.dir";

    public Plan {
        instances = List.copyOf(instances);
        problems = List.copyOf(problems);
        sharedUuids = List.copyOf(sharedUuids);
        remaining = List.copyOf(remaining);
    }

    /** Derives and checks all instances; it reads the disks but changes nothing. */
    public static Plan of(Site site, NodeDefaults defaults) {
        List<String> problems = new ArrayList<>();
        Optional<TierNames> names = names(site, problems);
        if (names.isEmpty()) {
            return new Plan(List.of(), problems, List.of(), List.of());
        }
        Map<String, Map<String, String>> settings = settings(site.conf(), names.get(), problems);
        List<Instance> instances = new ArrayList<>();
        Derivation derivation = new Derivation(site.conf(), defaults, settings.size() > 1);
        settings.forEach((tier, own) -> instances.add(derivation.instance(tier, own, problems)));
        if (instances.isEmpty() && problems.isEmpty()) {
            problems.add("no tier of " + TierKeys.NAMES.name() + " (" + names.get() + ") has " + key("<tier>", DATA_DIR)
                    + " in " + site.directory() + ": set it for each tier this node runs");
        }
        problems.addAll(Conflicts.in(instances));
        problems.addAll(TierValues.problems(site.conf(), names.get().names()));
        return new Plan(
                instances, problems, SharedUuids.amongTiers(instances), SharedUuids.withStock(instances, site.conf()));
    }

    static String key(String tier, String name) {
        return PREFIX + tier + DATANODE + name;
    }

    private static Optional<TierNames> names(Site site, List<String> problems) {
        try {
            TierNames names = TierNames.parse(TierKeys.NAMES.text(site.conf()));
            if (names.isEmpty()) {
                problems.add(TierKeys.NAMES.name() + " is not set in " + site.directory()
                        + ": name the cluster's tiers, the fastest first, such as fast,disk");
                return Optional.empty();
            }
            return Optional.of(names);
        } catch (IllegalArgumentException e) {
            problems.add(TierKeys.NAMES.name() + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Returns, for each tier with a data directory, the values by key suffix after {@code dfs.tier.<tier>.datanode.}.
     */
    private static Map<String, Map<String, String>> settings(
            Configuration conf, TierNames names, List<String> problems) {
        Map<String, Map<String, String>> byTier = new LinkedHashMap<>();
        names.names().forEach(tier -> byTier.put(tier, new LinkedHashMap<>()));
        conf.getPropsWithPrefix(PREFIX).entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> {
                    int dot = entry.getKey().indexOf(DATANODE);
                    String value = entry.getValue().strip();
                    if (dot <= 0 || value.isEmpty()) {
                        return;
                    }
                    String tier = entry.getKey().substring(0, dot);
                    Map<String, String> own = byTier.get(tier);
                    if (own == null) {
                        problems.add(PREFIX + entry.getKey() + " is set, but " + TierKeys.NAMES.name()
                                + " has no tier '" + tier + "' (it is " + names
                                + "): add the tier there or remove the key");
                    } else {
                        own.put(entry.getKey().substring(dot + DATANODE.length()), value);
                    }
                });
        byTier.forEach((tier, own) -> {
            if (!own.isEmpty() && !own.containsKey(DATA_DIR)) {
                String other = own.keySet().iterator().next();
                problems.add(key(tier, DATA_DIR) + " is not set although " + key(tier, other)
                        + " is: set it, or remove the other where the tier is not run");
            }
        });
        byTier.values().removeIf(own -> !own.containsKey(DATA_DIR));
        return byTier;
    }

    /** Returns the conflicts that prevent a start of instances. */
    public List<String> conflicts(List<Instance> wanted) {
        List<String> found = basicConflicts(wanted);
        if (sharedUuids.isEmpty()) {
            wanted.forEach(instance -> found.addAll(Conflicts.ofOtherTiers(instance)));
        }
        found.addAll(sharedUuids);
        return found;
    }

    /** Returns the conflicts that prevent a split of a stock DataNode into these instances, and back. */
    public List<String> conflictsOfSplit() {
        return basicConflicts(instances);
    }

    private List<String> basicConflicts(List<Instance> wanted) {
        List<String> found = new ArrayList<>(problems);
        wanted.forEach(instance -> found.addAll(Conflicts.onDisk(instance)));
        found.addAll(remaining);
        return found;
    }

    /** Adds the tier plug-in to a list of plug-ins. */
    static String plugins(String configured) {
        String ours = TierDatanodePlugin.class.getName();
        if (configured.isBlank()) {
            return ours;
        }
        boolean there = List.of(configured.split(",", -1)).stream()
                .anyMatch(each -> each.strip().equals(ours));
        return there ? configured : configured + "," + ours;
    }

    /** Returns the listeners of a DataNode under the configured {@code dfs.http.policy}. */
    static List<String> listenerNames(Configuration conf) {
        List<String> names = new ArrayList<>(List.of("address", "ipc.address"));
        HttpConfig.Policy policy = HttpConfig.Policy.fromString(
                conf.getTrimmed(DFSConfigKeys.DFS_HTTP_POLICY_KEY, DFSConfigKeys.DFS_HTTP_POLICY_DEFAULT));
        if (policy == null || policy.isHttpEnabled()) {
            names.add(1, "http.address");
        }
        if (policy != null && policy.isHttpsEnabled()) {
            names.add(names.size() - 1, "https.address");
        }
        return names;
    }
}
