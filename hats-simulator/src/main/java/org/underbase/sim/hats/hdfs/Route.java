package org.underbase.sim.hats.hdfs;

import java.util.Arrays;
import org.underbase.sim.hats.flow.Flows;

/** Resources of one transfer. Not thread-safe. */
final class Route {
    private final Devices devices;
    private final Settings settings;
    private final Traffic traffic;
    private final long bytes;
    private int[] resources = new int[8];
    private double[] rates = new double[8];
    private int count;

    /**
     * Creates an empty route.
     *
     * @param bytes length of the transfer
     */
    Route(Devices devices, Settings settings, Traffic traffic, long bytes) {
        this.devices = devices;
        this.settings = settings;
        this.traffic = traffic;
        this.bytes = bytes;
    }

    Route reading(int device) {
        return add(device, devices.owner(device).device().readRate());
    }

    Route writing(int device) {
        return add(device, devices.owner(device).device().writeRate());
    }

    /** Adds the links between two hosts, which may be equal, and counts the traffic. */
    Route network(int from, int to) {
        if (from == to) {
            return this;
        }
        boolean otherRack = !devices.onOneRack(from, to);
        traffic.sent(otherRack, bytes);
        add(devices.outgoing(from), settings.linkRate());
        add(devices.incoming(to), settings.linkRate());
        if (otherRack && settings.uplinkRate() > 0) {
            add(devices.rackOutgoing(from), settings.uplinkRate());
            add(devices.rackIncoming(to), settings.uplinkRate());
        }
        return this;
    }

    private Route add(int resource, double rate) {
        if (count == resources.length) {
            resources = Arrays.copyOf(resources, 2 * count);
            rates = Arrays.copyOf(rates, 2 * count);
        }
        resources[count] = resource;
        rates[count++] = rate;
        return this;
    }

    void start(Flows flows, Runnable done) {
        flows.start(bytes, Arrays.copyOf(resources, count), Arrays.copyOf(rates, count), done);
    }
}
