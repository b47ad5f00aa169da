package org.underbase.sim.hats.study;

/** Quantity of a run. */
public enum Metric {
    WRITE_THROUGHPUT("TestDFSIO write, throughput, MB/s"),
    WRITE_RATE("TestDFSIO write, average I/O rate, MB/s"),
    READ_THROUGHPUT("TestDFSIO read, throughput, MB/s"),
    READ_RATE("TestDFSIO read, average I/O rate, MB/s"),
    OWN_READ_THROUGHPUT("TestDFSIO read of own file, throughput, MB/s"),
    OWN_READ_RATE("TestDFSIO read of own file, average I/O rate, MB/s"),
    SLOW_READ_THROUGHPUT("TestDFSIO read at 1 Gb/s, throughput, MB/s"),
    SLOW_READ_RATE("TestDFSIO read at 1 Gb/s, average I/O rate, MB/s"),
    STORED_PCIE("TeraGen, replicas on PCIe SSDs"),
    STORED_SATA("TeraGen, replicas on SATA SSDs"),
    STORED_HDD("TeraGen, replicas on HDDs"),
    ONE_RACK("TeraGen, blocks on one rack only"),
    READ_PCIE("Grep, reads from PCIe SSDs"),
    READ_SATA("Grep, reads from SATA SSDs"),
    READ_HDD("Grep, reads from HDDs"),
    READ_NODE("Grep, reads on the reader's node"),
    READ_RACK("Grep, reads on the reader's rack"),
    READ_REMOTE("Grep, reads from other racks"),
    GREP_SECONDS("Grep, time, s"),
    USE_PCIE("Grep, use of PCIe SSDs"),
    USE_SATA("Grep, use of SATA SSDs"),
    USE_HDD("Grep, use of HDDs"),
    PEAK_PCIE("Grep, peak of a PCIe SSD, MB/s"),
    PEAK_SATA("Grep, peak of a SATA SSD, MB/s"),
    PEAK_HDD("Grep, peak of an HDD, MB/s"),
    SENT_PCIE("Grep, peak sent by a node with PCIe SSD, MB/s"),
    SENT_SATA("Grep, peak sent by a node with SATA SSD, MB/s"),
    SENT_HDD("Grep, peak sent by a node with HDD only, MB/s"),
    RATE("average I/O rate, MB/s"),
    THROUGHPUT("throughput per task, MB/s"),
    NETWORK("sent between nodes, TB"),
    BETWEEN_RACKS("sent between racks, TB"),
    JOB_SECONDS("mean time of a job, s"),
    MAKESPAN("time of the workload, h"),
    SSD_SHARE("reads from SSDs"),
    LOCAL_SHARE("reads on the reader's node"),
    DEMOTED("demoted files");

    private final String label;

    Metric(String label) {
        this.label = label;
    }

    @Override
    public String toString() {
        return label;
    }
}
