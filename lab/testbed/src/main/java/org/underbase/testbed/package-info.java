/**
 * Clusters of real HDFS and HBase daemons on one machine for tests. Every daemon is a separate process with this JVM's class
 * path. No processes or files remain after the test, even if it is killed. Entry point: {@link
 * org.underbase.testbed.TestCluster#builder()}.
 */
package org.underbase.testbed;
