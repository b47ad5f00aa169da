/**
 * Clusters inside this JVM for quick tests, based on Hadoop's {@code MiniDFSCluster} and HBase's {@code
 * HBaseTestingUtility}. A cluster has separate directories and leaves no threads and files. Tests of crashes, networks and
 * disks use {@link org.underbase.testbed.TestCluster}.
 *
 * <p>The test resources of a module that starts many DataNodes should contain empty directories {@code webapps/hdfs}, {@code
 * webapps/datanode} and {@code webapps/static}. They are first on the class path, so that Jetty does not unpack the jar with
 * the web pages for every DataNode (a third of the CPU time with 100 DataNodes).
 */
package org.underbase.testbed.mini;
