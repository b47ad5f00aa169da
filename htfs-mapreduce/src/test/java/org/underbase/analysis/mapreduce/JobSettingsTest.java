package org.underbase.analysis.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class JobSettingsTest {
    private final Configuration conf = JobSettings.of(new Configuration());

    @Test
    void namesTheResourceManager() {
        conf.set("yarn.resourcemanager.hostname", "rm");
        assertThat(JobSettings.resourceManager(conf)).hasValue("rm:8032");
        conf.set("yarn.resourcemanager.ha.enabled", "true");
        conf.set("yarn.resourcemanager.ha.rm-ids", "rm1, rm2");
        conf.set("yarn.resourcemanager.address.rm1", "one:1");
        conf.set("yarn.resourcemanager.hostname.rm2", "two");
        assertThat(JobSettings.resourceManager(conf)).hasValue("one:1, two");
        conf.set(JobSettings.FRAMEWORK, "local");
        assertThat(JobSettings.resourceManager(conf)).isEmpty();
    }
}
