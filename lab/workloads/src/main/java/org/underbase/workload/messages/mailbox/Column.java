package org.underbase.workload.messages.mailbox;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Column of a user's row. The array is shared and must not be modified. */
public final class Column {
    private final Family family;
    private final byte[] qualifier;

    public Column(Family family, byte[] qualifier) {
        this.family = family;
        this.qualifier = qualifier;
    }

    static Column named(Family family, String qualifier) {
        return new Column(family, qualifier.getBytes(StandardCharsets.US_ASCII));
    }

    public Family family() {
        return family;
    }

    public byte[] qualifier() {
        return qualifier;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Column that && family == that.family && Arrays.equals(qualifier, that.qualifier);
    }

    @Override
    public int hashCode() {
        return 31 * family.hashCode() + Arrays.hashCode(qualifier);
    }

    @Override
    public String toString() {
        return family.title() + ":" + Qualifiers.printable(qualifier);
    }
}
