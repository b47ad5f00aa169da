package org.underbase.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.underbase.testbed.report.Soak;

/** The soaks that the modules' test jars contain. One whose class is missing there would break the command for all. */
class SoaksTest {
    @Test
    void theSoakOfEveryModuleLoads() {
        assertThat(ServiceLoader.load(Soak.class))
                .extracting(Soak::name)
                .contains(
                        "analysis",
                        "analysis-yarn",
                        "combinedlog",
                        "exalt",
                        "localcompact",
                        "localcompact-large",
                        "simulator",
                        "tiers",
                        "trace-fuzz",
                        "tracer");
    }
}
