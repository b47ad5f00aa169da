/**
 * HDFS and HBase inside this JVM, for quick tests: one fixture over Hadoop's {@code
 * MiniDFSCluster} and HBase's {@code HBaseTestingUtility}, with directories of its own, and nothing
 * left when it is closed. For tests of crashes, networks or disks use {@link
 * org.underbase.testbed.TestCluster}.
 *
 * <p>A module that starts many DataNodes in a test should have empty directories {@code
 * webapps/hdfs}, {@code webapps/datanode} and {@code webapps/static} among its test resources: they
 * come first on the class path, and Jetty then need not unpack the whole jar with the web pages for
 * every DataNode (a third of the CPU time with 100 DataNodes).
 */
package org.underbase.testbed.mini;
