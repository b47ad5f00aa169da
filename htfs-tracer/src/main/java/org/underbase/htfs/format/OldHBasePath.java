package org.underbase.htfs.format;

import java.util.Set;

/**
 * Store files in the directory layout before HBase 0.96, which has no directory that marks them. Therefore the names of region
 * and file decide, and other paths of four or more components remain what they are.
 */
final class OldHBasePath {
    private static final String COMPACTION = "compaction.dir/";
    private static final String TMP = ".tmp/";
    private static final String SPLITS = "splits/";
    private static final String ARCHIVE = "/.archive/";

    /** Tables of HBase itself, and their only regions. */
    private static final Set<String> SYSTEM = Set.of("-ROOT-/70236052/", ".META./1028785192/");

    /** Before 0.92, the name of a store file is a random number of 63 bits: almost all have that many digits. */
    private static final int MIN_DIGITS = 15;

    private static final int MAX_DIGITS = 19;

    private OldHBasePath() {}

    static HBasePath of(String path) {
        int file = path.lastIndexOf('/') + 1;
        int family = path.lastIndexOf('/', file - 2) + 1;
        int region = path.lastIndexOf('/', family - 2) + 1;
        int table = path.lastIndexOf('/', region - 2) + 1;
        // The root of HBase has at least one component.
        if (table < 2 || !isFile(path, file)) {
            return HBasePath.OTHER;
        }
        boolean system = SYSTEM.contains(path.substring(table, family));
        // Names that begin with a dot are no tables, and no tables are below them, for example in snapshots.
        int hidden = path.indexOf("/.");
        boolean archived = hidden >= 0 && hidden == table - ARCHIVE.length() && path.startsWith(ARCHIVE, hidden);
        if (hidden >= 0 && hidden < (system ? table - 1 : region - 1) && !archived) {
            return HBasePath.OTHER;
        }
        String name = path.substring(table, region - 1);
        if (path.startsWith(COMPACTION, region) && HBasePath.isHash(path, family, file - 1)) {
            return new HBasePath(
                    HBasePath.Type.STORE_TMP, "default", name, path.substring(family, file - 1), "", false);
        }
        if (!system && !HBasePath.isHash(path, region, family - 1)) {
            return HBasePath.OTHER;
        }
        String encoded = path.substring(region, family - 1);
        if (path.startsWith(TMP, family)) {
            return new HBasePath(HBasePath.Type.STORE_TMP, "default", name, encoded, "", system);
        }
        if (path.charAt(family) == '.' || path.startsWith(SPLITS, family)) {
            return HBasePath.OTHER;
        }
        return new HBasePath(HBasePath.Type.STORE, "default", name, encoded, path.substring(family, file - 1), system);
    }

    /** Whether the last component names a store file; a reference after a split has the parent region behind a dot. */
    private static boolean isFile(String path, int from) {
        int dot = path.indexOf('.', from);
        int end = dot < 0 ? path.length() : dot;
        if (HBasePath.isHash(path, from, end)) {
            return true;
        }
        for (int i = from; i < end; i++) {
            if (path.charAt(i) < '0' || path.charAt(i) > '9') {
                return false;
            }
        }
        return end - from >= MIN_DIGITS && end - from <= MAX_DIGITS;
    }
}
