package org.underbase.analysis.mapreduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.underbase.analysis.run.SliceSource;

/** Input format whose splits the submitter has computed, so that all tasks have the same numbers of slices. */
public final class TraceInputFormat extends InputFormat<IntWritable, SliceSource> {
    private static final String FILE = "underbase.analysis.splits";

    /** Sets the splits of a job. */
    static void write(Configuration job, Path file, List<TraceSplit> splits) throws IOException {
        job.set(FILE, file.toString());
        try (FSDataOutputStream out = file.getFileSystem(job).create(file)) {
            out.writeInt(splits.size());
            for (TraceSplit split : splits) {
                split.write(out);
            }
        }
    }

    @Override
    public List<InputSplit> getSplits(JobContext context) throws IOException {
        Path file = new Path(context.getConfiguration().get(FILE));
        List<InputSplit> splits = new ArrayList<>();
        try (FSDataInputStream in =
                file.getFileSystem(context.getConfiguration()).open(file)) {
            for (int left = in.readInt(); left > 0; left--) {
                TraceSplit split = new TraceSplit();
                split.readFields(in);
                splits.add(split);
            }
        }
        return splits;
    }

    @Override
    public RecordReader<IntWritable, SliceSource> createRecordReader(InputSplit split, TaskAttemptContext context) {
        return new Reader();
    }

    /** Reader that returns the slices, which the mapper reads. */
    private static final class Reader extends RecordReader<IntWritable, SliceSource> {
        private final IntWritable number = new IntWritable();
        private Configuration conf;
        private TraceSplit split;
        private SliceSource source;
        private int next;

        @Override
        public void initialize(InputSplit of, TaskAttemptContext context) {
            split = (TraceSplit) of;
            conf = context.getConfiguration();
        }

        @Override
        public boolean nextKeyValue() throws IOException {
            if (next == split.size()) {
                return false;
            }
            number.set(split.sliceNumber(next));
            source = split.source(next++, conf);
            return true;
        }

        @Override
        public IntWritable getCurrentKey() {
            return number;
        }

        @Override
        public SliceSource getCurrentValue() {
            return source;
        }

        @Override
        public float getProgress() {
            return (float) next / Math.max(1, split.size());
        }

        @Override
        public void close() {
            // The source of each slice closes its file.
        }
    }
}
