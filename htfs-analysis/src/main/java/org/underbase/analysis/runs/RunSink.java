package org.underbase.analysis.runs;

/** Receiver of ended runs. */
@FunctionalInterface
public interface RunSink {
    /** Receives a run that has ended. */
    void ended(Run run);
}
