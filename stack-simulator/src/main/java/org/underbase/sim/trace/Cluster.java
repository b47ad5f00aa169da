package org.underbase.sim.trace;

import org.underbase.analysis.figure.Assumptions;

/**
 * Machines in a ring.
 *
 * @param machines number of machines
 * @param machine the simulated one
 * @param view level of the requests
 * @param assumptions replication and block size of files whose creation is not in the trace
 */
record Cluster(int machines, int machine, View view, Assumptions assumptions) {}
