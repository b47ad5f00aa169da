package org.underbase.sim.trace;

/** Unit of a trace that is simulated as a machine with a RegionServer and a DataNode. */
public enum MachineUnit {
    /** A host. */
    HOST,
    /** A RegionServer: several on one host are as many machines. */
    PROCESS
}
