/** Benchmark {@code tiers}: hatS and stock HDFS, as in section V of the paper. */
package org.underbase.bench.tiers;
