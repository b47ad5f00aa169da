package org.underbase.testbed.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.underbase.testbed.ClusterFeature;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Role;
import org.underbase.testbed.feature.CombinedLogFeature;
import org.underbase.testbed.feature.ExaltFeature;

/** Names of features in the option {@code --with}, {@code all} included. */
final class FeatureNames extends ArrayList<String> {
    private static final long serialVersionUID = 1;
    private static final String ALL = "all";
    /** A cluster on a terminal's machine: 4 segments of this size per DataNode, not 256 MiB. */
    private static final String SEGMENT_SIZE = "16m";

    /** Creates the list of valid names, as picocli requires. */
    FeatureNames() {
        ClusterFeature.all().forEach(feature -> add(feature.name()));
        add(ALL);
    }

    /** Adds features to a recipe; {@code all} is every feature except the agent, which serves test data only. */
    static void addTo(ClusterRecipe recipe, List<String> names) {
        Set<String> chosen = new LinkedHashSet<>(names);
        if (chosen.remove(ALL)) {
            ClusterFeature.all().stream()
                    .map(ClusterFeature::name)
                    .filter(name -> !name.equals(ExaltFeature.NAME))
                    .forEach(chosen::add);
        }
        chosen.forEach(recipe::with);
        if (chosen.contains(CombinedLogFeature.NAME)) {
            recipe.setDefault(Role.DATANODE, CombinedLogFeature.SEGMENT_SIZE_KEY, SEGMENT_SIZE);
        }
    }
}
