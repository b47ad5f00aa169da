package org.underbase.sim.layer;

import java.util.EnumMap;
import java.util.Map;

/**
 * Bytes at each {@link Layer} for the bytes of an activity at HDFS, in closed form. The first replica is on the client's node.
 * Reads have no checksums of HDFS, because HBase verifies its own. Traffic with the NameNode and between the servers of HBase
 * is not included.
 *
 * @param replication number of replicas
 */
public record LayerModel(int replication) {
    /** HDFS stores and sends 4 bytes of checksum per 512 bytes. */
    private static final double CHECKSUM = 4.0 / 512;
    /** Bytes of data in a packet of 64 KiB. */
    private static final double PACKET = 126 * 512;
    /**
     * Headers of HDFS, TCP, IP and Ethernet of a packet and its acknowledgment, in bytes. Inferred from stock compactions, which
     * send 418.8 MB for two replicas of 207.02 MB.
     */
    private static final double HEADERS = 240;

    /** Returns the bytes on the network, with checksums and headers, for bytes of data. */
    public static double sent(double bytes) {
        return bytes * (1 + CHECKSUM + HEADERS / PACKET);
    }

    /** Returns the bytes of an activity of stock HBase. */
    public Map<Layer, Double> stock(HdfsBytes bytes) {
        double otherReplicas = (double) (replication - 1) / replication;
        double received = (double) replication * bytes.written() + bytes.resent();
        Map<Layer, Double> layers = new EnumMap<>(Layer.class);
        layers.put(Layer.HDFS_WRITTEN, (double) bytes.written());
        layers.put(Layer.NETWORK, sent(otherReplicas * received + bytes.remoteRead()));
        layers.put(Layer.DATANODES_READ, (double) bytes.read());
        layers.put(Layer.DATANODES_WRITTEN, received);
        layers.put(Layer.DISKS_READ, (double) bytes.diskRead());
        layers.put(Layer.DISKS_WRITTEN, replication * bytes.written() * (1 + CHECKSUM));
        return layers;
    }

    /**
     * Returns the bytes of compactions that are all local: each node of a replica reads the inputs from its own DataNode and
     * writes its replica. Only inputs that the RegionServer's node lacks cross the network.
     *
     * @param compactions bytes of the compactions of stock HBase
     */
    public Map<Layer, Double> localCompaction(HdfsBytes compactions) {
        Map<Layer, Double> layers = stock(compactions);
        layers.put(Layer.NETWORK, sent((double) compactions.remoteRead()));
        layers.put(Layer.DATANODES_READ, (double) replication * compactions.read());
        layers.put(Layer.DISKS_READ, (double) replication * compactions.diskRead());
        return layers;
    }

    /**
     * Returns the bytes if every layer changed in proportion to the bytes that clients read and write: with local compaction,
     * one client per replica reads the inputs. It is a reference for the error of {@link #localCompaction}.
     *
     * @param compactions bytes of the compactions of stock HBase
     */
    public Map<Layer, Double> inProportion(HdfsBytes compactions) {
        double stock = compactions.read() + compactions.written();
        double factor = stock == 0 ? 1 : ((double) replication * compactions.read() + compactions.written()) / stock;
        Map<Layer, Double> layers = stock(compactions);
        layers.replaceAll((layer, bytes) -> bytes * factor);
        return layers;
    }
}
