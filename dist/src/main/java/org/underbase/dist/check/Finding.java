package org.underbase.dist.check;

/**
 * What one part of the check found.
 *
 * @param part what was looked at, such as {@code hdfs}
 * @param verdict how it stands
 * @param detail one line for people
 */
record Finding(String part, Verdict verdict, String detail) {
    /** How a part stands. Only {@link #FAILED} makes the whole check fail. */
    enum Verdict {
        OK,
        FAILED,
        /** Could not be looked at, or there is nothing to look at. */
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
