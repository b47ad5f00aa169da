package org.underbase.htfs.format;

import java.util.List;

/**
 * Meaning of a path in HBase 2.6's directory layout (HConstants, HRegionFileSystem, AbstractFSWALProvider):
 *
 * <pre>
 * ROOT/data/NAMESPACE/TABLE/REGION/FAMILY/FILE         a store file
 * ROOT/data/NAMESPACE/TABLE/REGION/.tmp/FAMILY/FILE    a store file that is being written
 * ROOT/data/NAMESPACE/TABLE/REGION/recovered.edits/FILE, ROOT/WALs/SERVER[-splitting]/FILE, ROOT/oldWALs/FILE   logs
 * </pre>
 *
 * and in that of HBase before 0.96, which logs of HTFS contain:
 *
 * <pre>
 * ROOT/TABLE/REGION/FAMILY/FILE, ROOT/.archive/TABLE/REGION/FAMILY/FILE            a store file
 * ROOT/TABLE/REGION/.tmp/FILE, ROOT/TABLE/compaction.dir/REGION/FILE   a store file that is being written
 * ROOT/.logs/SERVER/FILE, ROOT/.oldlogs/FILE                           logs
 * </pre>
 *
 * ROOT is any path; today's layout also occurs below {@code archive}, {@code mobdir} and {@code MasterData}. Hashing keeps the
 * layout.
 *
 * @param type type of the path
 * @param namespace namespace of the table, or empty
 * @param table table without its namespace, or empty
 * @param region encoded name of the region, or empty
 * @param family column family of a store file, or empty
 * @param system whether the table is one of HBase's own: hbase:* or the Master's store
 */
public record HBasePath(Type type, String namespace, String table, String region, String family, boolean system) {
    /** Types of paths. */
    public enum Type {
        /** Write-ahead log or recovered edits, or their directory. */
        LOG,
        /** Path in the directory of a family. */
        STORE,
        /** Path of a region's store files that are being written. */
        STORE_TMP,
        OTHER
    }

    private static final List<String> LOGS =
            List.of("/WALs", "/oldWALs", "/recovered.edits", "/recovered.wals", "/.logs", "/.oldlogs");
    private static final String DATA = "/data/";
    private static final String TMP = ".tmp/";
    private static final String MASTER = "/MasterData/";
    private static final int REGION_DIGITS = 32;

    /** The region of hbase:meta, the only region whose name is no hash. */
    private static final String META = "1588230740";

    private static final HBasePath LOG = new HBasePath(Type.LOG, "", "", "", "", false);
    static final HBasePath OTHER = new HBasePath(Type.OTHER, "", "", "", "", false);

    /** Classifies a path without scheme and authority. */
    public static HBasePath of(String path) {
        for (String log : LOGS) {
            if (hasComponent(path, log)) {
                return LOG;
            }
        }
        for (int data = path.indexOf(DATA); data >= 0; data = path.indexOf(DATA, data + 1)) {
            int namespace = data + DATA.length();
            int table = path.indexOf('/', namespace) + 1;
            int region = table == 0 ? 0 : path.indexOf('/', table) + 1;
            int inside = region == 0 ? 0 : path.indexOf('/', region) + 1;
            if (inside > 0 && isRegion(path, region, inside - 1)) {
                return inRegion(path, data, table, region, inside);
            }
        }
        return OldHBasePath.of(path);
    }

    private static HBasePath inRegion(String path, int data, int table, int region, int inside) {
        boolean tmp = path.startsWith(TMP, inside);
        int family = tmp ? inside + TMP.length() : inside;
        int end = path.indexOf('/', family);
        if (!tmp && (end < 0 || path.charAt(family) == '.')) {
            return OTHER;
        }
        boolean file = end > family && path.charAt(family) != '.' && path.indexOf('/', end + 1) < 0;
        String namespace = path.substring(data + DATA.length(), table - 1);
        String name = path.substring(table, region - 1);
        boolean master = namespace.equals("master") && name.equals("store") && path.lastIndexOf(MASTER, data) >= 0;
        return new HBasePath(
                tmp ? Type.STORE_TMP : Type.STORE,
                namespace,
                name,
                path.substring(region, inside - 1),
                file ? path.substring(family, end) : "",
                namespace.equals("hbase") || master);
    }

    private static boolean hasComponent(String path, String slashName) {
        for (int at = path.indexOf(slashName); at >= 0; at = path.indexOf(slashName, at + 1)) {
            int end = at + slashName.length();
            if (end == path.length() || path.charAt(end) == '/') {
                return true;
            }
        }
        return false;
    }

    private static boolean isRegion(String path, int from, int to) {
        return isHash(path, from, to) || (to - from == META.length() && path.startsWith(META, from));
    }

    /** Whether a component is the hash that names a region, or a store file of HBase 0.92 or newer. */
    static boolean isHash(String path, int from, int to) {
        if (to - from != REGION_DIGITS) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (Character.digit(path.charAt(i), 16) < 0) {
                return false;
            }
        }
        return true;
    }
}
