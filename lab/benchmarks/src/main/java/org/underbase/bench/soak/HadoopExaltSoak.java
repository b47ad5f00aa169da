package org.underbase.bench.soak;

import java.util.List;

/**
 * Runs Hadoop's own tests of append, recovery, restart of a DataNode, scanners, corruption, data transfer and more under Exalt's
 * agent, by the profile {@code soak-hadoop-exalt} of {@code exalt-agent}.
 */
public final class HadoopExaltSoak extends OwnTestsSoak {
    /** For the service loader. */
    public HadoopExaltSoak() {
        super(new TestFamily("hadoop-exalt", "exalt-agent", List.of("emulated")));
    }

    @Override
    public String description() {
        return "Hadoop's own tests of DataNodes, append, recovery and data transfer, under Exalt's agent";
    }
}
