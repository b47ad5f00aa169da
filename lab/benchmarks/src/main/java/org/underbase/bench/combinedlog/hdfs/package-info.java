/** hsync and hflush of many logs through DataNodes. */
package org.underbase.bench.combinedlog.hdfs;
