/** Access to a package-private member of Hadoop's client. */
package org.apache.hadoop.hdfs;
