package org.underbase.analysis.mapreduce;

import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.underbase.analysis.run.SliceSource;
import org.underbase.analysis.stage.Settings;
import org.underbase.htfs.format.TraceSlice;

/** Neighboring slices of a trace, which one task reads in their order. */
public final class TraceSplit extends InputSplit implements Writable {
    /**
     * @param number number of the slice in the trace
     * @param state state after an earlier reading; empty before the first one
     */
    private record Entry(int number, TraceSlice slice, BytesWritable state) {}

    private final List<Entry> entries = new ArrayList<>();
    private int number;
    private String[] hosts = {};

    TraceSplit() {}

    /** Creates a split without slices. */
    TraceSplit(int number) {
        this.number = number;
    }

    void add(int slice, TraceSlice of, BytesWritable state) {
        entries.add(new Entry(slice, of, state));
    }

    void setHosts(List<String> names) {
        hosts = names.toArray(String[]::new);
    }

    /** Returns the number of the split in the trace. */
    int number() {
        return number;
    }

    int size() {
        return entries.size();
    }

    List<TraceSlice> slices() {
        return entries.stream().map(Entry::slice).toList();
    }

    /** Returns the number in the trace of a slice of this split. */
    int sliceNumber(int index) {
        return entries.get(index).number;
    }

    /** Creates the source of a slice, in its state after the earlier reading. */
    SliceSource source(int index, Configuration conf) throws IOException {
        Entry entry = entries.get(index);
        Settings settings = TaskSettings.read(conf);
        SliceSource source = new SliceSource(conf, entry.slice, settings.selection(), settings.skipBad());
        if (entry.state.getLength() > 0) {
            try (DataInputStream in = Wire.input(entry.state)) {
                source.readState(in);
            }
        }
        return source;
    }

    @Override
    public long getLength() {
        return entries.stream()
                .mapToLong(entry -> entry.slice.end() - entry.slice.start())
                .sum();
    }

    @Override
    public String[] getLocations() {
        return hosts.clone();
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeInt(number);
        out.writeInt(hosts.length);
        for (String host : hosts) {
            out.writeUTF(host);
        }
        out.writeInt(entries.size());
        for (Entry entry : entries) {
            out.writeInt(entry.number);
            out.writeUTF(entry.slice.path());
            out.writeLong(entry.slice.start());
            out.writeLong(entry.slice.end());
            entry.state.write(out);
        }
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        number = in.readInt();
        hosts = new String[in.readInt()];
        for (int i = 0; i < hosts.length; i++) {
            hosts[i] = in.readUTF();
        }
        entries.clear();
        for (int left = in.readInt(); left > 0; left--) {
            int slice = in.readInt();
            TraceSlice of = new TraceSlice(in.readUTF(), in.readLong(), in.readLong());
            BytesWritable state = new BytesWritable();
            state.readFields(in);
            entries.add(new Entry(slice, of, state));
        }
    }
}
