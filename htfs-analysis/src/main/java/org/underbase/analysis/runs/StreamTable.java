package org.underbase.analysis.runs;

import org.agrona.collections.Long2ObjectHashMap;
import org.underbase.htfs.format.TraceEvent;

/**
 * Runs of all streams of one process in a part of a trace. Memory: about 150 bytes per open stream and reading thread, about
 * 25 bytes per closed stream. One thread at a time.
 */
public final class StreamTable {
    /** Shared instance for streams with only a barrier, to save memory. */
    private static final StreamRuns ENDED = new StreamRuns(0);

    static {
        ENDED.barrier(run -> {});
    }

    private final Long2ObjectHashMap<StreamRuns> byId = new Long2ObjectHashMap<>();
    private final long gap;

    /**
     * @param gap maximum number of bytes between two reads of a run, at least 0
     */
    public StreamTable(long gap) {
        this.gap = gap;
    }

    /**
     * Adds a read that returned bytes.
     *
     * @param event the read
     * @param thread number of the event's thread, or one number for all threads
     * @param ended receives the run that this read ends, if any
     */
    public void read(TraceEvent event, int thread, RunSink ended) {
        open(event.streamId()).read(thread, event.activity(), event.fileId(), event.offset(), event.result(), ended);
    }

    /** Ends all runs of a stream that was opened or closed. */
    public void barrier(long stream, RunSink ended) {
        StreamRuns runs = byId.get(stream);
        if (runs != null && runs != ENDED) {
            runs.barrier(ended);
        }
        if (runs == null || runs.isOnlyBarrier()) {
            byId.put(stream, ENDED);
        }
    }

    /**
     * Adds the part that follows.
     *
     * @param later runs of the part that follows
     * @param numbers number in this part for each thread of the later one
     * @param ended receives the runs that end
     */
    public void merge(StreamTable later, int[] numbers, RunSink ended) {
        later.byId.forEach((stream, runs) -> {
            if (runs == ENDED) {
                barrier(stream, ended);
            } else {
                StreamRuns mine = open(stream);
                mine.merge(runs, numbers, ended);
                if (mine.isOnlyBarrier()) {
                    byId.put(stream, ENDED);
                }
            }
        });
    }

    /** Ends all runs, after the last part. */
    public void finish(RunSink ended) {
        byId.values().forEach(runs -> runs.finish(ended));
    }

    private StreamRuns open(long stream) {
        StreamRuns runs = byId.get(stream);
        if (runs == null || runs == ENDED) {
            boolean after = runs == ENDED;
            runs = new StreamRuns(gap);
            if (after) {
                runs.barrier(run -> {});
            }
            byId.put(stream, runs);
        }
        return runs;
    }
}
