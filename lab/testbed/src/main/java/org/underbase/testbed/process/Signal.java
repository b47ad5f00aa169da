package org.underbase.testbed.process;

/** The signals the testbed sends, by their POSIX names. */
public enum Signal {
    KILL,
    TERM,
    STOP,
    CONT
}
