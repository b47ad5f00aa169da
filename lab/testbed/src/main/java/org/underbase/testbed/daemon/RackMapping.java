package org.underbase.testbed.daemon;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.net.DNSToSwitchMapping;
import org.apache.hadoop.net.NetworkTopology;

/** Racks of hosts from the configuration. Configured by {@code net.topology.node.switch.mapping.impl}. */
public final class RackMapping extends Configured implements DNSToSwitchMapping {
    /** Key of the racks: pairs {@code host=/rack}, separated by commas. */
    public static final String RACKS_KEY = "underbase.testbed.racks";

    @Override
    public List<String> resolve(List<String> names) {
        List<String> racks = new ArrayList<>();
        for (String name : names) {
            racks.add(rackOf(name));
        }
        return racks;
    }

    private String rackOf(String name) {
        for (String pair : getConf().getTrimmedStrings(RACKS_KEY)) {
            int equals = pair.indexOf('=');
            if (pair.substring(0, equals).equals(name)) {
                return pair.substring(equals + 1);
            }
        }
        return NetworkTopology.DEFAULT_RACK;
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
