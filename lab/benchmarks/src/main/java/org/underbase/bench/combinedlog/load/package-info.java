/** Load generators and the latencies that they measure. */
package org.underbase.bench.combinedlog.load;
