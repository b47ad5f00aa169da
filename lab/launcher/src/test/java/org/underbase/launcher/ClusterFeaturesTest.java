package org.underbase.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.underbase.testbed.ClusterFeature;

/** The testbed's features, which name classes of product modules as text. */
class ClusterFeaturesTest {
    @Test
    void everyFeatureNamesExistingClasses() {
        assertThat(ClusterFeature.all())
                .extracting(ClusterFeature::name)
                .contains("tiers", "combinedlog", "localcompact", "tracer", "exalt");
        ClusterFeature.all().forEach(ClusterFeature::checkClassPath);
    }
}
