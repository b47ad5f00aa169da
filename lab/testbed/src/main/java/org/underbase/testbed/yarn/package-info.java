/** Daemons of YARN and MapReduce on an HDFS cluster; their jars are dependencies of the modules that start them. */
package org.underbase.testbed.yarn;
