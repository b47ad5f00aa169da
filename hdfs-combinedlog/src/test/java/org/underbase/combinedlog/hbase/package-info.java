/** Tests of HBase whose WALs are on DataNodes with a journal. */
package org.underbase.combinedlog.hbase;
