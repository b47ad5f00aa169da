package org.underbase.bench.tiers.io;

import java.util.ArrayList;
import java.util.List;

/**
 * Nodes of a cluster with their racks and devices; each device has one DataNode.
 *
 * @param nodes the nodes, in order
 */
public record Layout(List<Place> nodes) {
    private static final int RACKS = 3;

    /**
     * Node of the layout.
     *
     * @param rack its rack
     * @param devices its devices
     */
    public record Place(String rack, List<Device> devices) {}

    /** Copies the list. */
    public Layout {
        nodes = List.copyOf(nodes);
    }

    /** Returns three racks of two nodes: each has an HDD; on each rack, one has a PCIe SSD and the other a SATA SSD. */
    public static Layout halves() {
        List<Place> places = new ArrayList<>();
        for (int node = 0; node < 2 * RACKS; node++) {
            places.add(place(node / 2, Device.HDD, node % 2 == 0 ? Device.PCIE : Device.SATA));
        }
        return new Layout(places);
    }

    /**
     * Returns a third of the testbed of the paper (section V-A): three racks of three nodes, each with an HDD, three with a
     * SATA SSD and one with a PCIe SSD.
     */
    public static Layout ninths() {
        List<Place> places = new ArrayList<>();
        for (int rack = 0; rack < RACKS; rack++) {
            places.add(place(rack, Device.HDD, Device.SATA));
            places.add(rack == 0 ? place(rack, Device.HDD, Device.PCIE) : place(rack, Device.HDD));
            places.add(place(rack, Device.HDD));
        }
        return new Layout(places);
    }

    /**
     * Returns the nodes of the paper's runs on devices of one kind (section V-G): three racks of five nodes.
     *
     * @param device the only kind of device with DataNodes: 3 PCIe SSDs, 6 SATA SSDs or 15 HDDs
     */
    public static Layout only(Device device) {
        int perRack =
                switch (device) {
                    case PCIE -> 1;
                    case SATA -> 2;
                    case HDD -> 5;
                };
        List<Place> places = new ArrayList<>();
        for (int rack = 0; rack < RACKS; rack++) {
            for (int node = 0; node < 5; node++) {
                places.add(node < perRack ? place(rack, device) : place(rack));
            }
        }
        return new Layout(places);
    }

    private static Place place(int rack, Device... devices) {
        return new Place("/r" + (rack + 1), List.of(devices));
    }

    /** Returns the number of DataNodes. */
    public int dataNodes() {
        return nodes.stream().mapToInt(node -> node.devices().size()).sum();
    }

    String[] racks() {
        return nodes.stream().map(Place::rack).toArray(String[]::new);
    }
}
