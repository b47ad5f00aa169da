/**
 * Access to package-private and protected members of the HDFS client. The Javadoc of each class names the members.
 */
package org.apache.hadoop.hdfs;
