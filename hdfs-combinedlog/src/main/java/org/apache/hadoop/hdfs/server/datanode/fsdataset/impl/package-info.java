/** Dataset with a journal, in the package of Hadoop's {@code FsDatasetImpl}, which is package-private. */
package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;
