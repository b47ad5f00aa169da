package org.underbase.bench.prediction.tiers;

/** Counter of bytes. Tiers are counted separately at the devices, because each tier has its own devices. */
public enum Bytes {
    /** Bytes that DataNodes receive, after replication. */
    DATANODES_WRITTEN("DataNodes written", 0.01),
    /** Bytes that DataNodes send to clients. */
    DATANODES_READ("DataNodes read", 0.01),
    /** Bytes over the links. */
    NETWORK("network", 0.03),
    FAST_WRITTEN("fast devices written", 0.05),
    DISK_WRITTEN("HDDs written", 0.05),
    FAST_READ("fast devices read", 0.10),
    DISK_READ("HDDs read", 0.10);

    private final String label;
    private final double target;

    Bytes(String label, double target) {
        this.label = label;
        this.target = target;
    }

    /** Returns the name that output contains. */
    public String label() {
        return label;
    }

    /** Returns the largest relative error that a prediction should have. */
    public double target() {
        return target;
    }

    static Bytes written(Tier tier) {
        return tier == Tier.FAST ? FAST_WRITTEN : DISK_WRITTEN;
    }

    static Bytes read(Tier tier) {
        return tier == Tier.FAST ? FAST_READ : DISK_READ;
    }
}
