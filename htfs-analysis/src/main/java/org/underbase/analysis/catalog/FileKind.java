package org.underbase.analysis.catalog;

import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import org.underbase.analysis.operator.Fields;
import org.underbase.htfs.format.HBasePath;

/**
 * Kind of a file, derived from its path. Hashing keeps HBase's layout; the names of table and family are then hashes.
 *
 * @param type class of the file
 * @param table {@code table} or {@code namespace:table} of a store file, otherwise empty
 * @param family column family of a store file, otherwise empty
 * @param isSystem whether the file belongs to a table of HBase itself
 */
public record FileKind(Type type, String table, String family, boolean isSystem) implements Comparable<FileKind> {
    private static final Comparator<FileKind> ORDER =
            Comparator.comparing(FileKind::type).thenComparing(FileKind::table).thenComparing(FileKind::family);

    public static final FileKind WAL = new FileKind(Type.WAL, "", "", false);
    public static final FileKind OTHER = new FileKind(Type.OTHER, "", "", false);

    /** Classes of files. */
    public enum Type {
        /** HBase store file (HFile). */
        STORE,
        /** HBase write-ahead log or recovered edits. */
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

    /** Returns the display name among other kinds: only the family if there is one user table. */
    public String label(Collection<FileKind> all) {
        return isUserStore() && tables(all) == 1 ? family : label();
    }

    private static long tables(Collection<FileKind> all) {
        return all.stream()
                .filter(FileKind::isUserStore)
                .map(FileKind::table)
                .distinct()
                .count();
    }

    /** Whether the file is a store file of a user table. */
    public boolean isUserStore() {
        return type == Type.STORE && !isSystem;
    }

    /** Returns the kind of a file at a path. */
    public static FileKind of(String path) {
        HBasePath place = HBasePath.of(path);
        return switch (place.type()) {
            case LOG -> WAL;
            case STORE, STORE_TMP -> place.family().isEmpty() ? OTHER : store(place);
            case OTHER -> OTHER;
        };
    }

    private static FileKind store(HBasePath place) {
        String namespace = place.namespace().equals("default") ? "" : place.namespace() + ":";
        // Many files share few names.
        String table = (namespace + place.table()).intern();
        return new FileKind(Type.STORE, table, place.family().intern(), place.system());
    }

    /** Passes the fields, and returns a kind with the results. */
    public FileKind transfer(Fields fields) throws IOException {
        return new FileKind(fields.constant(type), fields.text(table), fields.text(family), fields.flag(isSystem));
    }

    @Override
    public int compareTo(FileKind other) {
        return ORDER.compare(this, other);
    }
}
