package org.underbase.analysis.files;

import java.util.Comparator;

/**
 * What a file is for, told by its path alone. With hashed paths every file is {@link Type#OTHER}.
 *
 * @param table {@code table} or {@code namespace:table} for a store file, otherwise empty
 * @param family the column family of a store file, otherwise empty
 */
public record FileKind(Type type, String table, String family) implements Comparable<FileKind> {
    private static final Comparator<FileKind> ORDER =
            Comparator.comparing(FileKind::type).thenComparing(FileKind::table).thenComparing(FileKind::family);

    static final FileKind WAL = new FileKind(Type.WAL, "", "");
    static final FileKind OTHER = new FileKind(Type.OTHER, "", "");

    /** The coarse classes. */
    public enum Type {
        /** An HBase store file (HFile). */
        STORE,
        /** An HBase write-ahead log. */
        WAL,
        OTHER
    }

    /** A name for people: {@code table/family}, {@code WAL} or {@code other}. */
    public String label() {
        return switch (type) {
            case STORE -> table + "/" + family;
            case WAL -> "WAL";
            case OTHER -> "other";
        };
    }

    /** Whether it belongs to a table that HBase keeps for itself. */
    public boolean isSystem() {
        return table.startsWith("hbase:") || table.startsWith("master:");
    }

    @Override
    public int compareTo(FileKind other) {
        return ORDER.compare(this, other);
    }
}
