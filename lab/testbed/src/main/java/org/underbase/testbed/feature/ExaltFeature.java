package org.underbase.testbed.feature;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.underbase.testbed.ClusterFeature;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Placeholders;
import org.underbase.testbed.Role;

/**
 * Exalt: DataNodes run under the agent, which compresses Tardis data in replicas and between the processes of the cluster.
 * Not thread-safe.
 */
public final class ExaltFeature implements ClusterFeature {
    /** Name of the feature. */
    public static final String NAME = "exalt";

    private final Map<String, String> options = new LinkedHashMap<>();

    /** Creates an agent that compresses replicas and their checksums. */
    public ExaltFeature() {
        options.put("directories", Placeholders.DATA_DIRECTORIES);
        options.put("pattern", "/blk_");
        options.put("registry", Placeholders.CLUSTER_DIRECTORY + "/exalt-registry");
    }

    /**
     * Sets an option of the agent, see docs/exalt.md.
     *
     * @param key name of the option, such as {@code capacity}
     * @param value value without commas and blanks, such as {@code 10T}
     * @return this feature
     */
    public ExaltFeature option(String key, String value) {
        options.put(key, value);
        return this;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "DataNodes under the Exalt agent, which compresses Tardis data on disk and network";
    }

    @Override
    public String module() {
        return "exalt-agent";
    }

    @Override
    public List<String> classes() {
        return List.of(ExaltAgentJar.CLASS);
    }

    @Override
    public void apply(ClusterRecipe recipe) {
        Path agent = ExaltAgentJar.find();
        String arguments = options.entrySet().stream()
                .map(option -> option.getKey() + "=" + option.getValue())
                .collect(Collectors.joining(","));
        recipe.firstOnClassPath(Role.DATANODE, agent)
                .jvmOptions(Role.DATANODE, ExaltAgentJar.options(agent, arguments));
    }
}
