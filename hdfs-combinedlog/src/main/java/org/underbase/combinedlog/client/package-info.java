/**
 * Puts the directories of HBase's write-ahead logs where the combined log serves them best, and undoes it. It needs an
 * HDFS client and nothing of a DataNode.
 */
package org.underbase.combinedlog.client;
