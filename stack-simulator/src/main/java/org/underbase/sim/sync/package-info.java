/**
 * Hsyncs of a DataNode: fsync, the journal of ext4, write-back, and the group commit of a combined log, on disks that serve requests
 * in order. The benchmark {@code prediction} compares these models with a cluster.
 */
package org.underbase.sim.sync;
