package org.underbase.dist.check;

import java.util.UUID;

/** Generator of names that no concurrent check uses. */
final class Names {
    private Names() {}

    /** Returns twelve random letters and digits. */
    static String unique() {
        return UUID.randomUUID().toString().replace("-", "").substring(0, 12);
    }
}
