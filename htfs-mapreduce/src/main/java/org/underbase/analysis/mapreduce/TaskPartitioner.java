package org.underbase.analysis.mapreduce;

import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Partitioner;

/** Partitioner of the accesses by file; the first reducer receives all other records. */
final class TaskPartitioner extends Partitioner<TaskKey, BytesWritable> {
    @Override
    public int getPartition(TaskKey key, BytesWritable value, int partitions) {
        return key.reducer(partitions);
    }
}
