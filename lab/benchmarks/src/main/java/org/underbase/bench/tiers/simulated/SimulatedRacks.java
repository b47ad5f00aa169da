package org.underbase.bench.tiers.simulated;

import java.util.List;
import org.apache.hadoop.net.DNSToSwitchMapping;

/** Rack mapping of the simulated nodes: the second part of their address or name. */
public final class SimulatedRacks implements DNSToSwitchMapping {
    @Override
    public List<String> resolve(List<String> names) {
        return names.stream().map(name -> "/r" + name.split("[.-]", -1)[1]).toList();
    }

    @Override
    public void reloadCachedMappings() {
        // Nothing is cached.
    }

    @Override
    public void reloadCachedMappings(List<String> names) {
        // Nothing is cached.
    }
}
