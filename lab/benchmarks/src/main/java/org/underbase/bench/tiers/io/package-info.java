/** Throughput of clusters whose disks emulate the devices of the hatS paper. */
package org.underbase.bench.tiers.io;
