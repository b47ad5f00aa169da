package org.underbase.workload.messages.mailbox;

import java.util.List;

/** Which cells of a row a get wants. */
public sealed interface Selection {
    /** All of a family. */
    record Whole(Family family) implements Selection {}

    /** These columns alone. */
    record Columns(List<Column> columns) implements Selection {}

    /**
     * Columns that begin so, the first of each family.
     *
     * @param prefixes a family and the beginning of its qualifiers; the beginning is the same in all
     * @param limit most columns of each family
     */
    record Prefix(List<Column> prefixes, int limit) implements Selection {}

    /** The columns from {@code first} to {@code last}, both included, of one family, at most {@code limit}. */
    record Range(Column first, Column last, int limit) implements Selection {}
}
