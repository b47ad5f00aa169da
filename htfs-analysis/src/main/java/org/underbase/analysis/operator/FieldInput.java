package org.underbase.analysis.operator;

import java.io.DataInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** Reader of the fields that a {@link FieldOutput} has written. */
public final class FieldInput implements Fields {
    private final DataInput in;

    public FieldInput(DataInput in) {
        this.in = in;
    }

    @Override
    public long number(long value) throws IOException {
        long bits = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.readByte();
            bits |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return bits >>> 1 ^ -(bits & 1);
            }
        }
    }

    private byte[] bytes() throws IOException {
        byte[] bytes = new byte[Math.toIntExact(number(0))];
        in.readFully(bytes);
        return bytes;
    }

    @Override
    public String text(String value) throws IOException {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    @Override
    public Histogram histogram(Histogram value) throws IOException {
        byte[] bytes = bytes();
        if (bytes.length == 0) {
            return null;
        }
        Histogram histogram = Histogram.decodeFromByteBuffer(ByteBuffer.wrap(bytes), 0);
        histogram.setAutoResize(true);
        return histogram;
    }

    @Override
    public <K, V> void map(SortedMap<K, V> map, K key, Supplier<V> value, Transfer<K> keys, Transfer<V> values)
            throws IOException {
        for (long left = number(0); left > 0; left--) {
            K read = keys.pass(this, key);
            map.put(read, values.pass(this, value.get()));
        }
    }
}
