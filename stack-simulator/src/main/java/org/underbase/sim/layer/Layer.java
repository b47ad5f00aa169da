package org.underbase.sim.layer;

/** Layer of the stack below HBase, with the direction of its bytes. */
public enum Layer {
    /** Bytes written by HDFS clients, before replication. */
    HDFS_WRITTEN("HDFS written", 0.01),
    /** Bytes sent between nodes, including checksums and headers. */
    NETWORK("network", 0.03),
    /** Bytes that DataNodes send to HDFS clients, on the same node or another. */
    DATANODES_READ("DataNodes read", 0.01),
    /** Bytes that DataNodes receive, after replication. */
    DATANODES_WRITTEN("DataNodes written", 0.01),
    /** Bytes that DataNodes read below the page cache. */
    DISKS_READ("disks read", 0.10),
    /** Bytes that DataNodes write to disks. */
    DISKS_WRITTEN("disks written", 0.05);

    private final String label;
    private final double target;

    Layer(String label, double target) {
        this.label = label;
        this.target = target;
    }

    /** Returns the name that output contains. */
    public String label() {
        return label;
    }

    /** Returns the largest relative error that a prediction of the bytes should have. */
    public double target() {
        return target;
    }
}
