package org.underbase.analysis.regions;

import java.io.IOException;
import java.util.Comparator;
import org.underbase.analysis.operator.Fields;

/**
 * Region of a table.
 *
 * @param table {@code table} or {@code namespace:table}
 * @param name encoded name of the region
 */
public record Region(String table, String name) implements Comparable<Region> {
    private static final Comparator<Region> ORDER =
            Comparator.comparing(Region::table).thenComparing(Region::name);

    static final Region NONE = new Region("", "");

    Region transfer(Fields fields) throws IOException {
        return new Region(fields.text(table), fields.text(name));
    }

    /** Returns the table and the region in one text. */
    public String label() {
        return table + "," + name;
    }

    @Override
    public int compareTo(Region other) {
        return ORDER.compare(this, other);
    }
}
