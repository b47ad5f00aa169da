package org.underbase.analysis.mapreduce;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.htfs.format.TraceSlice;

/**
 * Division of a trace into splits. A split contains neighbors only, because a task adds the events of its split in the order of
 * the trace. It is on the hosts that have most of its bytes.
 */
final class SplitPlan {
    /** Hadoop's key for the maximum size of a split. */
    static final String MAX_SIZE = "mapreduce.input.fileinputformat.split.maxsize";

    private static final Logger LOG = LoggerFactory.getLogger(SplitPlan.class);
    private static final long DEFAULT_SIZE = 256L << 20;
    private static final int HOSTS = 3;

    private final Configuration conf;

    SplitPlan(Configuration conf) {
        this.conf = conf;
    }

    /**
     * Divides a trace.
     *
     * @param slices all slices, in their order
     * @param states states of the slices after an earlier reading; empty before the first one
     */
    List<TraceSplit> splits(List<TraceSlice> slices, List<BytesWritable> states) throws IOException {
        long max = Math.max(1, conf.getLong(MAX_SIZE, DEFAULT_SIZE));
        List<TraceSplit> splits = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < slices.size(); i++) {
            TraceSlice slice = slices.get(i);
            long length = slice.end() - slice.start();
            if (splits.isEmpty() || bytes + length > max) {
                splits.add(new TraceSplit(splits.size()));
                bytes = 0;
            }
            bytes += length;
            splits.get(splits.size() - 1).add(i, slice, states.isEmpty() ? new BytesWritable() : states.get(i));
        }
        for (TraceSplit split : splits) {
            split.setHosts(hosts(split.slices()));
        }
        return splits;
    }

    private List<String> hosts(List<TraceSlice> slices) throws IOException {
        Map<String, Long> bytes = new HashMap<>();
        int from = 0;
        while (from < slices.size()) {
            String path = slices.get(from).path();
            int to = from + 1;
            while (to < slices.size() && slices.get(to).path().equals(path)) {
                to++;
            }
            long start = slices.get(from).start();
            count(new Path(path), start, slices.get(to - 1).end() - start, bytes);
            from = to;
        }
        Comparator<Map.Entry<String, Long>> order = Map.Entry.comparingByValue(Comparator.reverseOrder());
        return bytes.entrySet().stream()
                .sorted(order.thenComparing(Map.Entry.comparingByKey()))
                .limit(HOSTS)
                .map(Map.Entry::getKey)
                .toList();
    }

    private void count(Path path, long start, long length, Map<String, Long> bytes) throws IOException {
        try {
            for (BlockLocation block : path.getFileSystem(conf).getFileBlockLocations(path, start, length)) {
                for (String host : block.getHosts()) {
                    bytes.merge(host, block.getLength(), Long::sum);
                }
            }
        } catch (FileNotFoundException e) {
            // The task that reads it reports it.
            LOG.debug("{} does not exist", path, e);
        }
    }
}
