/**
 * Placement of HBase's WAL directories on DataNodes with a combined log, and its removal. It requires an HDFS client and no class
 * of a DataNode.
 */
package org.underbase.combinedlog.client;
