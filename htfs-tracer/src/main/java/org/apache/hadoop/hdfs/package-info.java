/**
 * The part of the tracer that must live beside Hadoop's own classes: three members of the HDFS client are visible in
 * this package only. Each class says which member forced it here.
 */
package org.apache.hadoop.hdfs;
