package org.underbase.analysis.fit;

import java.io.IOException;
import java.util.Comparator;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.operator.Fields;

/** Store of a table: one family in one region. */
record Store(String table, String region, String family) implements Comparable<Store> {
    private static final Comparator<Store> ORDER =
            Comparator.comparing(Store::table).thenComparing(Store::region).thenComparing(Store::family);

    static final Store NONE = new Store("", "", "");

    static Store of(FileFacts file) {
        return new Store(file.kind().table(), file.region(), file.kind().family());
    }

    Store transfer(Fields fields) throws IOException {
        return new Store(fields.text(table), fields.text(region), fields.text(family));
    }

    @Override
    public int compareTo(Store other) {
        return ORDER.compare(this, other);
    }
}
