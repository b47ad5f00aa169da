package org.underbase.testbed.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.underbase.testbed.ClusterFeature;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.TestCluster;

/** Features in a JVM without product modules: names, and the error for a missing class. */
class FeatureTest {
    @Test
    void allFeaturesAreFound() {
        assertThat(ClusterFeature.all())
                .extracting(ClusterFeature::name)
                .containsExactly("tiers", "combinedlog", "localcompact", "tracer", "exalt");
        assertThat(ClusterFeature.all()).allSatisfy(feature -> assertThat(feature.description())
                .isNotBlank()
                .doesNotContain("\n")
                .doesNotEndWith("."));
    }

    @Test
    void unknownFeatureIsRejected() {
        assertThatThrownBy(() -> TestCluster.builder().with("tiers2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no such feature: 'tiers2' (one of tiers, combinedlog, localcompact, tracer, exalt)");
    }

    @Test
    void missingClassIsReportedInOneLine() {
        assertThatThrownBy(() -> TestCluster.builder().with("localcompact"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "feature 'localcompact' needs class org.underbase.localcompact.LocalCompactService, which is "
                                + "missing on the class path: add module hbase-localcompact");
    }

    @Test
    void featureThatNeedsHBaseIsRejectedWithoutHBase() {
        ClusterRecipe recipe = TestCluster.builder().with(new Recorded(true));
        assertThatThrownBy(recipe::obstacle)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("feature 'recorded' needs HBase, which this cluster lacks");
    }

    @Test
    void featureIsAppliedOnceWithTheCompleteRecipe() {
        Recorded feature = new Recorded(false);
        ClusterRecipe recipe = TestCluster.builder().with(feature).nodes(3);
        assertThat(recipe.obstacle()).isEmpty();
        assertThat(recipe.obstacle()).isEmpty();
        assertThat(feature.nodes).containsExactly(List.of("n1", "n2", "n3"));
    }

    private static final class Recorded implements ClusterFeature {
        private final boolean needsHBase;
        private final List<List<String>> nodes = new java.util.ArrayList<>();

        Recorded(boolean needsHBase) {
            this.needsHBase = needsHBase;
        }

        @Override
        public String name() {
            return "recorded";
        }

        @Override
        public String description() {
            return "feature of a test";
        }

        @Override
        public String module() {
            return "testbed";
        }

        @Override
        public List<String> classes() {
            return List.of();
        }

        @Override
        public boolean needsHBase() {
            return needsHBase;
        }

        @Override
        public void apply(ClusterRecipe recipe) {
            nodes.add(recipe.nodeNames());
        }
    }
}
