package org.underbase.tier.mapreduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.util.ReflectionUtils;
import org.underbase.tier.conf.TierKeys;

/**
 * Input format that orders the hosts of another one's splits by the tiers of their replicas. The scheduler then prefers nodes
 * with a replica on a fast tier, and readers that prefer near replicas read from it. It changes only splits of the classes
 * FileSplit and CombineFileSplit; tasks receive the other format's record readers.
 *
 * <pre>{@code
 * job.setInputFormatClass(SequenceFileInputFormat.class);
 * TieredInputFormat.wrap(job);
 * }</pre>
 */
public final class TieredInputFormat<K, V> extends InputFormat<K, V> {
    /** Makes a job use this class around its input format. */
    public static void wrap(Job job) throws ClassNotFoundException {
        Class<?> wrapped = job.getInputFormatClass();
        if (wrapped != TieredInputFormat.class) {
            job.getConfiguration().set(TierKeys.INPUT_FORMAT.name(), wrapped.getName());
            job.setInputFormatClass(TieredInputFormat.class);
        }
    }

    @Override
    public List<InputSplit> getSplits(JobContext context) throws IOException, InterruptedException {
        Configuration conf = context.getConfiguration();
        List<InputSplit> ordered = new ArrayList<>();
        try (TieredSplits splits = new TieredSplits(conf)) {
            for (InputSplit split : wrapped(conf).getSplits(context)) {
                ordered.add(splits.ordered(split));
            }
        }
        return ordered;
    }

    @Override
    public RecordReader<K, V> createRecordReader(InputSplit split, TaskAttemptContext context)
            throws IOException, InterruptedException {
        return wrapped(context.getConfiguration()).createRecordReader(split, context);
    }

    @SuppressWarnings("unchecked") // The job declares the types of keys and values.
    private InputFormat<K, V> wrapped(Configuration conf) {
        String name = TierKeys.INPUT_FORMAT.text(conf);
        try {
            Class<?> wrapped = conf.getClassByName(name);
            if (wrapped != TieredInputFormat.class) {
                return (InputFormat<K, V>) ReflectionUtils.newInstance(wrapped.asSubclass(InputFormat.class), conf);
            }
        } catch (ClassNotFoundException | ClassCastException e) {
            throw new IllegalArgumentException(invalid(name), e);
        }
        throw new IllegalArgumentException(invalid(name));
    }

    private static String invalid(String name) {
        return "invalid value '" + name + "' of " + TierKeys.INPUT_FORMAT.name() + ": must be another input format";
    }
}
