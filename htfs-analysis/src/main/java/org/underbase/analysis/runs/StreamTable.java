package org.underbase.analysis.runs;

import org.agrona.collections.Long2ObjectHashMap;
import org.underbase.htfs.format.TraceEvent;

/**
 * The runs, in a part of a trace, of all streams of one process. Memory: about 150 bytes for each open stream and thread
 * that read it, about 25 bytes for each closed stream. One thread at a time.
 */
public final class StreamTable {
    /** Stands for every stream of which only a barrier is known, to spend no object on it. */
    private static final StreamRuns ENDED = new StreamRuns(0);

    static {
        ENDED.barrier(run -> {});
    }

    private final Long2ObjectHashMap<StreamRuns> byId = new Long2ObjectHashMap<>();
    private final long gap;

    /**
     * @param gap how many bytes a read may begin behind the end of the one before and still go on with its run; at
     *     least 0
     */
    public StreamTable(long gap) {
        this.gap = gap;
    }

    /**
     * A read that moved bytes.
     *
     * @param thread a number for the event's thread, or for all threads
     * @param ended takes the run that this read ends, if it ends one
     */
    public void read(TraceEvent event, int thread, RunSink ended) {
        open(event.streamId()).read(thread, event.activity(), event.fileId(), event.offset(), event.result(), ended);
    }

    /** The stream was opened or closed: all runs on it have ended. */
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
     * Takes in the part that follows.
     *
     * @param numbers this part's number for each thread of the later one
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

    /** All runs have ended: nothing precedes and nothing follows. */
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
