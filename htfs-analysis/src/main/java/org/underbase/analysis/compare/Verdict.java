package org.underbase.analysis.compare;

/** Verdict about the second of two numbers. */
public enum Verdict {
    HIGHER("higher"),
    LOWER("lower"),
    /** The interval of the difference contains zero. */
    NOT_DISTINGUISHABLE("not distinguishable");

    private final String label;

    Verdict(String label) {
        this.label = label;
    }

    /** Returns the display name. */
    public String label() {
        return label;
    }
}
