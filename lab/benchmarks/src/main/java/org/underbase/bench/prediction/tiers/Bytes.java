package org.underbase.bench.prediction.tiers;

import org.underbase.sim.layer.Layer;

/** Counter of bytes. Tiers are counted separately at the devices, because each tier has its own devices. */
public enum Bytes {
    /** Bytes that DataNodes receive, after replication. */
    DATANODES_WRITTEN(Layer.DATANODES_WRITTEN),
    /** Bytes that DataNodes send to clients. */
    DATANODES_READ(Layer.DATANODES_READ),
    /** Bytes over the links. */
    NETWORK(Layer.NETWORK),
    FAST_WRITTEN("fast devices written", Layer.DISKS_WRITTEN),
    DISK_WRITTEN("HDDs written", Layer.DISKS_WRITTEN),
    FAST_READ("fast devices read", Layer.DISKS_READ),
    DISK_READ("HDDs read", Layer.DISKS_READ);

    private final String label;
    private final Layer layer;

    Bytes(Layer layer) {
        this(layer.label(), layer);
    }

    Bytes(String label, Layer layer) {
        this.label = label;
        this.layer = layer;
    }

    /** Returns the name that output contains. */
    public String label() {
        return label;
    }

    /** Returns the largest relative error that a prediction should have. */
    public double target() {
        return layer.target();
    }

    static Bytes written(Tier tier) {
        return tier == Tier.FAST ? FAST_WRITTEN : DISK_WRITTEN;
    }

    static Bytes read(Tier tier) {
        return tier == Tier.FAST ? FAST_READ : DISK_READ;
    }
}
