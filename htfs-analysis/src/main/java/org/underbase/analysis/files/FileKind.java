package org.underbase.analysis.files;

import java.util.Comparator;

/**
 * Kind of a file, derived from its path. With hashed paths every file is {@link Type#OTHER}.
 *
 * @param type class of the file
 * @param table {@code table} or {@code namespace:table} of a store file, otherwise empty
 * @param family column family of a store file, otherwise empty
 */
public record FileKind(Type type, String table, String family) implements Comparable<FileKind> {
    private static final Comparator<FileKind> ORDER =
            Comparator.comparing(FileKind::type).thenComparing(FileKind::table).thenComparing(FileKind::family);

    static final FileKind WAL = new FileKind(Type.WAL, "", "");
    static final FileKind OTHER = new FileKind(Type.OTHER, "", "");

    /** Classes of files. */
    public enum Type {
        /** HBase store file (HFile). */
        STORE,
        /** HBase write-ahead log. */
        WAL,
        /** Any other file. */
        OTHER
    }

    /** Returns the display name: {@code table/family}, {@code WAL} or {@code other}. */
    public String label() {
        return switch (type) {
            case STORE -> table + "/" + family;
            case WAL -> "WAL";
            case OTHER -> "other";
        };
    }

    /** Whether the file belongs to a system table. */
    public boolean isSystem() {
        return table.startsWith("hbase:") || table.startsWith("master:");
    }

    @Override
    public int compareTo(FileKind other) {
        return ORDER.compare(this, other);
    }
}
