/** Latency of durable puts of HBase on DataNodes with journals and on stock DataNodes. */
package org.underbase.bench.combinedlog.hbase;
