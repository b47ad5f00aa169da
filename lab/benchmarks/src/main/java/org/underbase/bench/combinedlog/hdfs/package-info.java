/** Latency of hsync and hflush of many logs. */
package org.underbase.bench.combinedlog.hdfs;
