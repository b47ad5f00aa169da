/**
 * The traced {@link org.apache.hadoop.hdfs.DistributedFileSystem}: its client, its streams, and one abstract class per
 * feature of the API, each recording the calls of that feature.
 */
package org.underbase.htfs.hdfs;
