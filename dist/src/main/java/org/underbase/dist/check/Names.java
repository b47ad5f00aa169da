package org.underbase.dist.check;

import java.util.UUID;

/** Names that no other check uses at the same time. */
final class Names {
    private Names() {}

    /** Twelve letters and digits. */
    static String unique() {
        return UUID.randomUUID().toString().replace("-", "").substring(0, 12);
    }
}
