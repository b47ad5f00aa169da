/**
 * MapReduce jobs on the nodes of a {@link org.underbase.testbed.TestCluster}: a NodeManager on each node, its tasks in JVMs of
 * their own, and the jobs TeraGen and Grep of Hadoop's examples.
 */
package org.underbase.bench.tiers.mapreduce;
