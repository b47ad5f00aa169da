package org.underbase.replay.content;

/** Kind of the bytes that a replay writes. */
public enum Content {
    /** Hashes, which do not compress. */
    HASHES {
        @Override
        SyntheticBytes of(long seed) {
            return new HashBytes(seed);
        }
    },
    /** Tardis data with hashes at long intervals. */
    TARDIS {
        @Override
        SyntheticBytes of(long seed) {
            return new TardisBytes(seed);
        }
    };

    abstract SyntheticBytes of(long seed);

    /**
     * Returns the bytes of a file.
     *
     * @param file number of the file, or -1 if it is unknown
     * @param path path of the file, which is used only if the number is unknown
     */
    public SyntheticBytes of(int file, String path) {
        return of(HashBytes.mix(file >= 0 ? file + 1L : ~(long) path.hashCode()));
    }
}
