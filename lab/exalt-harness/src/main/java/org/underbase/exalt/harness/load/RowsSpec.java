package org.underbase.exalt.harness.load;

/**
 * Which rows of HBase are put or read.
 *
 * @param table its name
 * @param regions it has, of as many keys each
 * @param batch rows of a call
 * @param plain whether values are random bytes, which no layer compresses, and not Tardis data
 */
public record RowsSpec(String table, int regions, int batch, boolean plain) {
    public RowsSpec {
        if (regions < 1) {
            throw new IllegalArgumentException("a table has at least 1 region, not " + regions);
        }
        if (batch < 1) {
            throw new IllegalArgumentException("a call has at least 1 row, not " + batch);
        }
    }
}
