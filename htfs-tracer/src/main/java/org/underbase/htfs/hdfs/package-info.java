/**
 * The traced {@link org.apache.hadoop.hdfs.DistributedFileSystem}, its client and its streams. The class that overrides
 * the API is generated from {@code src/main/calls/calls.txt}.
 */
package org.underbase.htfs.hdfs;
