package org.underbase.analysis.layers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Bytes read and written at one place of the stack.
 *
 * @param read bytes
 * @param written bytes
 */
public record IoBytes(long read, long written) {
    public long total() {
        return read + written;
    }

    /** The share of reads in percent, 0 when nothing moved. */
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
