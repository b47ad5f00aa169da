package org.underbase.htfs.record;

/** Selection of the recorded files. */
final class Sampling {
    private Sampling() {}

    /**
     * Computes a hash of the last two components of a path, 0 to 2^32 - 1. These do not change when HBase commits a store
     * file (from {@code .tmp/family} to {@code family}) or archives one, so that all processes select the same files.
     */
    static long hash(String path) {
        int slash = path.lastIndexOf('/');
        int from = slash <= 0 ? 0 : path.lastIndexOf('/', slash - 1) + 1;
        long h = 0xCBF29CE484222325L;
        for (int i = from; i < path.length(); i++) {
            h = (h ^ path.charAt(i)) * 0x100000001B3L;
        }
        // FNV-1a mixes the high bits of short strings poorly; this is the finalizer of MurmurHash3.
        h = (h ^ (h >>> 33)) * 0xFF51AFD7ED558CCDL;
        h = (h ^ (h >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return h >>> 32;
    }
}
