package org.underbase.analysis.layers;

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
}
