package org.underbase.workload.messages.mailbox;

/** Column with its value. The arrays are shared and must not be modified. */
public final class Cell {
    private final Column column;
    private final byte[] value;

    public Cell(Column column, byte[] value) {
        this.column = column;
        this.value = value;
    }

    public Column column() {
        return column;
    }

    public byte[] value() {
        return value;
    }
}
