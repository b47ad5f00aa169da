package org.underbase.dist.check;

/**
 * Result of one part of the check.
 *
 * @param part checked part, such as {@code hdfs}
 * @param verdict result
 * @param detail one human-readable line
 */
record Finding(String part, Verdict verdict, String detail) {
    /** Result of a part. Only {@link #FAILED} makes the whole check fail. */
    enum Verdict {
        OK,
        FAILED,
        /** The part could not be checked or does not exist. */
        UNKNOWN
    }

    static Finding ok(String part, String detail) {
        return new Finding(part, Verdict.OK, detail);
    }

    static Finding failed(String part, String detail) {
        return new Finding(part, Verdict.FAILED, detail);
    }

    static Finding unknown(String part, String detail) {
        return new Finding(part, Verdict.UNKNOWN, detail);
    }

    boolean failed() {
        return verdict == Verdict.FAILED;
    }
}
