package org.underbase.testbed.report;

/** Benchmark or soak that a command finds by name. */
public interface Named {
    /** Returns the name that the user types: lower-case words joined by {@code -}. */
    String name();

    /** Returns one line that states what it measures or tests. */
    String description();
}
