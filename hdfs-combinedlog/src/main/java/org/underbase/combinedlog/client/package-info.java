/**
 * Java API: durable logs of records in HDFS ({@link org.underbase.combinedlog.client.CombinedLog}), and the placement of
 * HBase's WAL directories on DataNodes with a combined log ({@link org.underbase.combinedlog.client.WalDirectories}). It requires an
 * HDFS client and no class of a DataNode.
 */
package org.underbase.combinedlog.client;
