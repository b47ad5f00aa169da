package org.underbase.tier.mapreduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Input format that takes the place of YARN's scheduler in a job that runs in one JVM: it assigns each split to a random one
 * of its hosts, and the task reads as a client on that host. It counts the bytes read by DataNode.
 */
final class ScheduledInputFormat extends InputFormat<NullWritable, BytesWritable> {
    static final String WRAPPED = "test.wrapped";
    static final String COUNTERS = "bytes by DataNode";

    /** Whole splits as values, without line ends, so that a task reads exactly its split. */
    static final class WholeSplits extends FileInputFormat<NullWritable, BytesWritable> {
        @Override
        public RecordReader<NullWritable, BytesWritable> createRecordReader(
                InputSplit split, TaskAttemptContext context) {
            return new Reader();
        }
    }

    /** Split that has been assigned to a host. */
    static final class ScheduledSplit extends FileSplit {
        private String host = "";

        ScheduledSplit() {}

        ScheduledSplit(FileSplit split, String host) throws IOException {
            super(split.getPath(), split.getStart(), split.getLength(), split.getLocations());
            this.host = host;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            super.write(out);
            out.writeUTF(host);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            super.readFields(in);
            host = in.readUTF();
        }
    }

    private static final class Reader extends RecordReader<NullWritable, BytesWritable> {
        private final BytesWritable value = new BytesWritable();
        private boolean read;

        @Override
        public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
            ScheduledSplit scheduled = (ScheduledSplit) split;
            CallerContext before = CallerContext.getCurrent();
            CallerContext.setCurrent(new CallerContext.Builder("test")
                    .append(CallerContext.CLIENT_IP_STR, scheduled.host)
                    .build());
            byte[] bytes = new byte[(int) scheduled.getLength()];
            try (var in = (HdfsDataInputStream) scheduled
                    .getPath()
                    .getFileSystem(context.getConfiguration())
                    .open(scheduled.getPath())) {
                in.seek(scheduled.getStart());
                in.readFully(bytes);
                context.getCounter(COUNTERS, in.getCurrentDatanode().getDatanodeUuid())
                        .increment(bytes.length);
            } finally {
                CallerContext.setCurrent(before);
            }
            value.set(bytes, 0, bytes.length);
        }

        @Override
        public boolean nextKeyValue() {
            boolean more = !read;
            read = true;
            return more;
        }

        @Override
        public NullWritable getCurrentKey() {
            return NullWritable.get();
        }

        @Override
        public BytesWritable getCurrentValue() {
            return value;
        }

        @Override
        public float getProgress() {
            return read ? 1 : 0;
        }

        @Override
        public void close() {}
    }

    @Override
    public List<InputSplit> getSplits(JobContext context) throws IOException, InterruptedException {
        SplittableRandom scheduler =
                new SplittableRandom(context.getConfiguration().getLong("test.seed", 1));
        List<InputSplit> scheduled = new ArrayList<>();
        for (InputSplit split : wrapped(context.getConfiguration()).getSplits(context)) {
            String[] hosts = split.getLocations();
            scheduled.add(new ScheduledSplit((FileSplit) split, hosts[scheduler.nextInt(hosts.length)]));
        }
        return scheduled;
    }

    @Override
    public RecordReader<NullWritable, BytesWritable> createRecordReader(InputSplit split, TaskAttemptContext context)
            throws IOException, InterruptedException {
        return wrapped(context.getConfiguration()).createRecordReader(split, context);
    }

    @SuppressWarnings("unchecked") // The test sets one of two formats with these types.
    private static InputFormat<NullWritable, BytesWritable> wrapped(Configuration conf) {
        return ReflectionUtils.newInstance(conf.getClass(WRAPPED, WholeSplits.class, InputFormat.class), conf);
    }
}
