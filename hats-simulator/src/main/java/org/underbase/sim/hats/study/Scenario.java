package org.underbase.sim.hats.study;

import java.util.List;
import org.underbase.sim.hats.hdfs.Settings;

/**
 * Cluster of section V-H and its settings.
 *
 * @param nodes number of nodes
 * @param ssdShare fraction of the nodes with an SSD
 * @param hddDatanodes number of DataNodes for the six HDDs of a node: 1, 2, 3 or 6
 * @param blocksPerWriter number of consecutive blocks of an input that a node has written
 * @param settings settings of HDFS
 */
public record Scenario(int nodes, double ssdShare, int hddDatanodes, int blocksPerWriter, Settings settings) {
    /**
     * Change after which network-aware reads about as much from SSDs as the paper reports. With a DataNode per class of devices, as
     * hatS has them, it reads half.
     */
    public static final String CALIBRATED = "hdd-datanodes=2";

    /** Names of the parameters that {@link #with} changes. */
    public static final List<String> PARAMETERS =
            List.of("network", "uplink", "node-weight", "rack-weight", "ssd", "hdd-datanodes", "writer-blocks");

    private static final double MOST = 1e6;
    private static final double GIGABIT = 125;
    private static final double LINKS_GIGABITS = 20;

    /** Returns the paper's cluster with a number of nodes. */
    public static Scenario paper(int nodes, boolean loadAware) {
        return new Scenario(nodes, 1, 1, 1, TestbedStudy.paperSettings(LINKS_GIGABITS * GIGABIT, loadAware));
    }

    /**
     * Returns the scenario with one parameter changed.
     *
     * @param parameter {@code network} (Gb/s per node), {@code uplink} (Gb/s per rack), {@code node-weight},
     *     {@code rack-weight}, {@code ssd} (fraction of the nodes), {@code hdd-datanodes} or {@code writer-blocks}
     * @param value value of the parameter
     * @throws IllegalArgumentException if the parameter is unknown or the value invalid
     */
    public Scenario with(String parameter, double value) {
        if (!PARAMETERS.contains(parameter)) {
            throw new IllegalArgumentException(
                    "invalid parameter '" + parameter + "': must be one of " + String.join(", ", PARAMETERS));
        }
        if (!valid(parameter, value)) {
            throw new IllegalArgumentException(
                    "invalid value " + value + " of " + parameter + ": must be " + range(parameter));
        }
        return switch (parameter) {
            case "network" -> with(settings.withLinkRate(value * GIGABIT));
            case "uplink" -> with(settings.withUplinkRate(value * GIGABIT));
            case "node-weight" -> with(settings.withFactors(value, settings.rackFactor()));
            case "rack-weight" -> with(settings.withFactors(settings.nodeFactor(), value));
            case "ssd" -> new Scenario(nodes, value, hddDatanodes, blocksPerWriter, settings);
            case "hdd-datanodes" -> new Scenario(nodes, ssdShare, (int) value, blocksPerWriter, settings);
            default -> new Scenario(nodes, ssdShare, hddDatanodes, (int) value, settings);
        };
    }

    private boolean valid(String parameter, double value) {
        return switch (parameter) {
            case "ssd" -> value * nodes >= 1 && value <= 1;
            case "hdd-datanodes" -> List.of(1.0, 2.0, 3.0, 6.0).contains(value);
            case "writer-blocks" -> value == Math.rint(value) && value >= 1 && value <= MOST;
            default -> value > 0 && value <= MOST;
        };
    }

    private String range(String parameter) {
        return switch (parameter) {
            case "ssd" -> "at most 1, and at least one of " + nodes + " nodes";
            case "hdd-datanodes" -> "1, 2, 3 or 6";
            case "writer-blocks" -> "an integer between 1 and 1000000";
            default -> "above 0 and at most 1000000";
        };
    }

    private Scenario with(Settings changed) {
        return new Scenario(nodes, ssdShare, hddDatanodes, blocksPerWriter, changed);
    }
}
