package org.underbase.analysis.mapreduce;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.underbase.analysis.operator.FieldInput;
import org.underbase.analysis.operator.FieldOutput;
import org.underbase.analysis.operator.Partial;

/** Conversion of states to the values of records. */
final class Wire {
    private Wire() {}

    @FunctionalInterface
    interface Writer {
        void write(DataOutputStream out) throws IOException;
    }

    static BytesWritable bytes(Writer writer) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            writer.write(out);
        }
        return new BytesWritable(bytes.toByteArray());
    }

    static DataInputStream input(BytesWritable value) {
        return new DataInputStream(new ByteArrayInputStream(value.getBytes(), 0, value.getLength()));
    }

    static BytesWritable of(Partial<?> state) throws IOException {
        return bytes(out -> state.transfer(new FieldOutput(out)));
    }

    /** Replaces an empty state by that of a value. */
    static <P extends Partial<P>> P read(BytesWritable value, P empty) throws IOException {
        empty.transfer(new FieldInput(input(value)));
        return empty;
    }
}
