package org.underbase.sim.hats.hdfs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.underbase.sim.hats.cluster.Datanode;
import org.underbase.sim.hats.cluster.Layout;
import org.underbase.sim.hats.flow.Flows;

/** Devices and links of a cluster as resources of transfers. */
final class Devices {
    private final List<Datanode> owners = new ArrayList<>();
    private final int[] first;
    private final int[] next;
    private final int[] incoming;
    private final int[] outgoing;
    private final int[] rackOfHost;
    private final int[] rackIncoming;
    private final int[] rackOutgoing;

    Devices(Layout layout, Flows flows) {
        int datanodes = layout.datanodes().size();
        first = new int[datanodes];
        next = new int[datanodes];
        int hosts = layout.hosts().size();
        rackOfHost = new int[hosts];
        Map<String, Integer> racks = new LinkedHashMap<>();
        for (int i = 0; i < datanodes; i++) {
            Datanode datanode = layout.datanodes().get(i);
            int rack = racks.computeIfAbsent(datanode.location().rack(), name -> racks.size());
            rackOfHost[layout.hostIndex(datanode.location().host())] = rack;
            first[i] = owners.size();
            for (int device = 0; device < datanode.devices(); device++) {
                int resource = flows.addResource();
                if (resource != owners.size()) {
                    throw new IllegalStateException("devices must be the first resources");
                }
                owners.add(datanode);
            }
        }
        incoming = resources(flows, hosts);
        outgoing = resources(flows, hosts);
        rackIncoming = resources(flows, racks.size());
        rackOutgoing = resources(flows, racks.size());
    }

    private static int[] resources(Flows flows, int count) {
        int[] resources = new int[count];
        for (int i = 0; i < count; i++) {
            resources[i] = flows.addResource();
        }
        return resources;
    }

    /** Returns the DataNode of a device; the device is also a resource. */
    Datanode owner(int device) {
        return owners.get(device);
    }

    /** Returns the device for the next replica on a DataNode: round robin, as HDFS's default. */
    int next(int datanode) {
        int count = owners.get(first[datanode]).devices();
        int device = first[datanode] + next[datanode];
        next[datanode] = (next[datanode] + 1) % count;
        return device;
    }

    int incoming(int host) {
        return incoming[host];
    }

    int outgoing(int host) {
        return outgoing[host];
    }

    boolean onOneRack(int host, int other) {
        return rackOfHost[host] == rackOfHost[other];
    }

    int rackIncoming(int host) {
        return rackIncoming[rackOfHost[host]];
    }

    int rackOutgoing(int host) {
        return rackOutgoing[rackOfHost[host]];
    }
}
