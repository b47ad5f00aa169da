package org.underbase.analysis.runs;

/** Takes each run once it has ended. */
@FunctionalInterface
public interface RunSink {
    void ended(Run run);
}
