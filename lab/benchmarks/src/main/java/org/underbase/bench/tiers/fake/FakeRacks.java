package org.underbase.bench.tiers.fake;

import java.util.List;
import org.apache.hadoop.net.DNSToSwitchMapping;

/** The racks of the nodes that do not exist: the second part of their address or name. */
public final class FakeRacks implements DNSToSwitchMapping {
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
