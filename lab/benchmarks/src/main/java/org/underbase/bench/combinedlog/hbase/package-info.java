/** Puts of HBase whose WALs are hsynced, on stock DataNodes and on ones with journals. */
package org.underbase.bench.combinedlog.hbase;
