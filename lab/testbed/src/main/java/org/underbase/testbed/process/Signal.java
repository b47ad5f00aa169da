package org.underbase.testbed.process;

/** Signals of the testbed, by their POSIX names. */
public enum Signal {
    KILL,
    TERM,
    STOP,
    CONT
}
