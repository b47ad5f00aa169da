package org.underbase.testbed.report;

/** Something the command line finds by its name. */
public interface Named {
    /** The name typed by a person: lower case, words joined by {@code -}. */
    String name();

    /** What it measures or does, in one line. */
    String description();
}
