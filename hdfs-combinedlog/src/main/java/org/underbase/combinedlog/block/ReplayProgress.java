package org.underbase.combinedlog.block;

/** Receiver of a replay's progress, called after each replica or record: it must be fast. */
public interface ReplayProgress {
    /** Ignores the progress. */
    ReplayProgress NONE = (step, done, total) -> {};

    /** Step of a replay. */
    enum Step {
        READ("records read"),
        CHECK("replicas checked"),
        SYNC("data directories synced"),
        VERIFY("replicas verified after the sync"),
        APPLY("records applied"),
        FINISH("replicas repaired");

        private final String text;

        Step(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * Reports progress.
     *
     * @param step current step
     * @param done completed records or replicas of the step
     * @param total all records or replicas of the step; 0 if unknown
     */
    void progress(Step step, long done, long total);
}
