package org.underbase.exalt.harness.load;

/**
 * Description of HBase rows.
 *
 * @param table name of the table
 * @param regions number of regions, with equal key ranges
 * @param batch number of rows per call
 * @param plain whether values are random bytes, which no layer compresses, instead of Tardis data
 */
public record RowsSpec(String table, int regions, int batch, boolean plain) {
    public RowsSpec {
        if (regions < 1) {
            throw new IllegalArgumentException("invalid --regions " + regions + ": must be at least 1");
        }
        if (batch < 1) {
            throw new IllegalArgumentException("invalid --batch " + batch + ": must be at least 1");
        }
    }
}
