package org.underbase.analysis.run;

/** Receiver of the progress of a run. Several threads call it, one at a time. */
@FunctionalInterface
public interface Progress {
    /** A receiver that ignores the progress. */
    Progress NONE = (done, total) -> {};

    /**
     * A stage of a run.
     *
     * @param number number of the stage, from 1
     * @param stages number of all stages
     * @param name description of the work
     * @param unit unit of its progress
     */
    record Stage(int number, int stages, String name, Unit unit) {}

    /** Units of progress. */
    enum Unit {
        BYTES,
        FILES
    }

    /**
     * Receives the progress of the current stage.
     *
     * @param done weight of the sources read so far
     * @param total weight of all sources
     */
    void done(long done, long total);

    /** Receives the stage that begins. */
    default void begin(Stage stage) {}

    /** Receives a remark, in one line. */
    default void remark(String line) {}

    /** Receives the number of bytes that were written to temporary files, at the end. */
    default void spilled(long bytes) {}
}
