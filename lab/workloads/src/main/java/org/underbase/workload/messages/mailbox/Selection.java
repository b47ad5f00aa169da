package org.underbase.workload.messages.mailbox;

import java.util.List;

/** Cells of a row that a get selects. */
public sealed interface Selection {
    /** All cells of a family. */
    record Whole(Family family) implements Selection {}

    /** Single columns. */
    record Columns(List<Column> columns) implements Selection {}

    /**
     * Columns with a prefix, the first of each family.
     *
     * @param prefixes families with the prefix of their qualifiers; the prefix is the same in all
     * @param limit maximum number of columns of each family
     */
    record Prefix(List<Column> prefixes, int limit) implements Selection {}

    /** The columns from {@code first} to {@code last}, both included, of one family, at most {@code limit}. */
    record Range(Column first, Column last, int limit) implements Selection {}
}
