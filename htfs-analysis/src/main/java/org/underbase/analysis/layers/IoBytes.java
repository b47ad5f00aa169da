package org.underbase.analysis.layers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Bytes read and written at one layer of the stack.
 *
 * @param read bytes read
 * @param written bytes written
 */
public record IoBytes(long read, long written) {
    /** Returns the sum of both. */
    public long total() {
        return read + written;
    }

    /** Returns the percentage of reads; 0 without bytes. */
    public double readPercent() {
        return total() == 0 ? 0 : 100.0 * read / total();
    }

    ObjectNode json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("read", read)
                .put("written", written)
                .put("readPercent", readPercent());
    }
}
