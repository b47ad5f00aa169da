/**
 * A real HDFS and HBase on one machine, described and driven by a test: every daemon is a process
 * of its own, started from this JVM's class path, and nothing is left behind when the test ends or
 * is killed. Start with {@link org.underbase.testbed.TestCluster#builder()}.
 */
package org.underbase.testbed;
