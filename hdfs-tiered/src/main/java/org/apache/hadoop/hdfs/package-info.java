/** One class that needs package-private access to Hadoop's client; it says to which member. */
package org.apache.hadoop.hdfs;
