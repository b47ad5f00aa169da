package org.underbase.sim.hats.hdfs;

import org.underbase.sim.hats.flow.Flows;

/** Transfers of each DataNode, as its latest heartbeat has reported them. */
final class Load {
    private static final double HEARTBEAT_SECONDS = 3;

    private final Flows flows;
    private final int[] active;
    private final int[] reported;
    private final double[] nextHeartbeat;

    Load(Flows flows, int datanodes) {
        this.flows = flows;
        active = new int[datanodes];
        reported = new int[datanodes];
        nextHeartbeat = new double[datanodes];
        for (int i = 0; i < datanodes; i++) {
            nextHeartbeat[i] = HEARTBEAT_SECONDS * (i + 1) / datanodes;
        }
    }

    void change(int datanode, int by) {
        report(datanode);
        active[datanode] += by;
    }

    int reported(int datanode) {
        report(datanode);
        return reported[datanode];
    }

    /** Handles the heartbeats since the last change; all of them reported the same number. */
    private void report(int datanode) {
        double now = flows.now();
        if (now >= nextHeartbeat[datanode]) {
            reported[datanode] = active[datanode];
            double passed = Math.floor((now - nextHeartbeat[datanode]) / HEARTBEAT_SECONDS) + 1;
            nextHeartbeat[datanode] += passed * HEARTBEAT_SECONDS;
        }
    }
}
