package org.underbase.analysis.files;

/**
 * HBase's directory layout, from which the kind of a file follows:
 *
 * <pre>
 * ROOT/data/NAMESPACE/TABLE/REGION/FAMILY/FILE         a store file
 * ROOT/data/NAMESPACE/TABLE/REGION/.tmp/FAMILY/FILE    a store file that is being written
 * ROOT/WALs/SERVER[-splitting]/FILE                    a log
 * ROOT/archive/data/...                                an archived store file
 * ROOT/oldWALs/FILE                                    an archived log
 * </pre>
 *
 * ROOT is any path. A region is 32 hexadecimal digits, or decimal digits for hbase:meta and the Master's region.
 */
final class HBasePath {
    private HBasePath() {}

    static FileKind kind(String path) {
        String[] parts = path.split("/", -1);
        for (int i = parts.length - 2; i >= 0; i--) {
            if (parts[i].equals("WALs") || parts[i].equals("oldWALs")) {
                return FileKind.WAL;
            }
        }
        for (int i = 0; i + 5 < parts.length; i++) {
            if (parts[i].equals("data") && isRegion(parts[i + 3])) {
                int family = parts[i + 4].equals(".tmp") ? i + 5 : i + 4;
                boolean hidden = family < parts.length && parts[family].startsWith(".");
                if (family == parts.length - 2 && !hidden && !parts[family].equals("recovered.edits")) {
                    return new FileKind(FileKind.Type.STORE, table(parts[i + 1], parts[i + 2]), parts[family].intern());
                }
            }
        }
        return FileKind.OTHER;
    }

    /** Whether files at this path wait for deletion by a cleaner, or are in the trash. */
    static boolean isArchive(String path) {
        return path.contains("/archive/data/") || path.contains("/oldWALs/") || path.contains("/.Trash/");
    }

    private static String table(String namespace, String table) {
        return (namespace.equals("default") ? table : namespace + ":" + table).intern();
    }

    private static boolean isRegion(String name) {
        boolean encoded = name.length() == 32 && name.chars().allMatch(c -> Character.digit(c, 16) >= 0);
        boolean system = !name.isEmpty() && name.chars().allMatch(c -> c >= '0' && c <= '9');
        return encoded || system;
    }
}
