/**
 * Files of HDFS whose replicas are written independently of each other, with released NameNodes and DataNodes: the
 * coordinator ({@link org.underbase.localcompact.hdfs.ReplicatedFile}) gets blocks on the nodes it wants, and on each
 * of them a writer ({@link org.underbase.localcompact.hdfs.ReplicaWriter}) sends the same bytes to its own DataNode.
 */
package org.underbase.localcompact.hdfs;
