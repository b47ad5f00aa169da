/** {@code bench tiers}: hatS against stock HDFS, as in section V of the paper. */
package org.underbase.bench.tiers;
