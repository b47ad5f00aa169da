package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;

/** Owner without state to make durable. */
public final class NoRecords implements Checkpointer<String> {
    @Override
    public void makeDurable(Set<String> keys, long sequence, Pace pace) {
        assertThat(sequence).isPositive();
    }

    @Override
    public void forgotten(long sequence) {
        assertThat(sequence).isPositive();
    }
}
