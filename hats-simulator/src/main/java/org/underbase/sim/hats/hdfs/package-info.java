/** Files of a simulated HDFS: replicas, transfers of reads and writes, eviction from full tiers. */
package org.underbase.sim.hats.hdfs;
