package org.underbase.htfs.record;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Hides names behind a keyed hash. */
final class PathHasher {
    private PathHasher() {}

    /** As {@code conf} says; throws when names are to be hashed but there is no key. */
    static Hiding of(Configuration conf) throws IOException {
        if (!conf.getBoolean(TraceKeys.HASH.name(), Boolean.parseBoolean(TraceKeys.HASH.defaultValue()))) {
            return Hiding.NONE;
        }
        throw new IOException("hashing comes with the next commit");
    }
}
