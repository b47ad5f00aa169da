package org.underbase.analysis.operator;

import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** Writer of the fields of states, for {@link FieldInput}. */
public final class FieldOutput implements Fields {
    private final DataOutput out;

    public FieldOutput(DataOutput out) {
        this.out = out;
    }

    @Override
    public long number(long value) throws IOException {
        long rest = value << 1 ^ value >> 63;
        while ((rest & ~0x7FL) != 0) {
            out.writeByte((int) (rest | 0x80));
            rest >>>= 7;
        }
        out.writeByte((int) rest);
        return value;
    }

    @Override
    public String text(String value) throws IOException {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        number(bytes.length);
        out.write(bytes);
        return value;
    }

    @Override
    public Histogram histogram(Histogram value) throws IOException {
        if (value == null) {
            number(0);
            return null;
        }
        ByteBuffer bytes = ByteBuffer.allocate(value.getNeededByteBufferCapacity());
        int length = value.encodeIntoByteBuffer(bytes);
        number(length);
        out.write(bytes.array(), 0, length);
        return value;
    }

    @Override
    public <K, V> void map(SortedMap<K, V> map, K key, Supplier<V> value, Transfer<K> keys, Transfer<V> values)
            throws IOException {
        number(map.size());
        for (Map.Entry<K, V> entry : map.entrySet()) {
            keys.pass(this, entry.getKey());
            values.pass(this, entry.getValue());
        }
    }
}
