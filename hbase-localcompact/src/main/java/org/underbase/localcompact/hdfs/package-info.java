/**
 * HDFS files whose replicas are written independently of each other, with stock NameNodes and DataNodes: the
 * coordinator ({@link org.underbase.localcompact.hdfs.ReplicatedFile}) allocates blocks on chosen nodes, and on each
 * of them a writer ({@link org.underbase.localcompact.hdfs.ReplicaWriter}) sends the same bytes to its own DataNode.
 */
package org.underbase.localcompact.hdfs;
