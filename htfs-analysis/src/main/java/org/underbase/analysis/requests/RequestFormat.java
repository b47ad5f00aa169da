package org.underbase.analysis.requests;

import java.io.IOException;
import java.nio.file.Path;

/** Formats of traces for cache simulators. */
public enum RequestFormat {
    /** Binary trace of libCacheSim. */
    ORACLEGENERAL,
    /** The same with reads and writes, and the kind of each file. */
    ORACLEGENERALOPNS,
    /** Binary trace of libCacheSim with a header, and the same contents. */
    LCS,
    /** CSV of blocks for CacheBench of CacheLib. */
    CACHEBENCH;

    /**
     * Creates a file.
     *
     * @param blockBytes size of an object of the simulator, in bytes
     */
    RequestWriter create(Path file, long blockBytes) throws IOException {
        return switch (this) {
            case ORACLEGENERAL -> new OracleGeneral(file, blockBytes, OracleGeneral.Layout.READS);
            case ORACLEGENERALOPNS -> new OracleGeneral(file, blockBytes, OracleGeneral.Layout.OP_NS);
            case LCS -> new OracleGeneral(file, blockBytes, OracleGeneral.Layout.LCS);
            case CACHEBENCH -> new CacheBench(file, blockBytes);
        };
    }

    /** Returns the block size that fits the format, in bytes. */
    public long defaultBlockBytes() {
        return switch (this) {
            case ORACLEGENERAL, ORACLEGENERALOPNS, LCS -> 4 << 10;
            case CACHEBENCH -> 8 << 20;
        };
    }

    /** Whether a record has the number of the kind of its file. */
    public boolean hasKinds() {
        return this == ORACLEGENERALOPNS || this == LCS;
    }
}
