package org.underbase.analysis.operator;

import org.agrona.collections.Long2ObjectHashMap;
import org.underbase.htfs.format.TraceEvent;

/** The erasure-coded files of one process. One thread at a time. */
public final class CodedFiles {
    private final Long2ObjectHashMap<ErasureCoding> byId = new Long2ObjectHashMap<>();

    /**
     * Adds what an opening call shows about its file. The policy of an output is known only when the file is opened later,
     * unless the call that created it named one.
     */
    public void learn(TraceEvent event) {
        ErasureCoding.of(event).ifPresent(coding -> add(event.fileId(), coding));
    }

    private void add(long file, ErasureCoding coding) {
        if (coding.known() || !byId.containsKey(file)) {
            byId.put(file, coding);
        }
    }

    /** Adds the files of a later part. */
    public void merge(CodedFiles later) {
        later.byId.forEach(this::add);
    }

    /** Returns the layout of a file; null if it is not erasure-coded. */
    public ErasureCoding get(long file) {
        return byId.get(file);
    }
}
