/** Throughput on a cluster of processes whose disks are emulated with the speeds of the hatS paper's devices. */
package org.underbase.bench.tiers.io;
