package org.underbase.analysis.runs;

import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.Long2ObjectHashMap;
import org.underbase.analysis.access.Access;

/** Runs of the reads of one file. The last run of each stream and thread is open. */
public final class FileRuns {
    private static final float LOAD = 0.65f;

    private final long gap;
    private final boolean byThread;
    private final RunSink ended;
    private final Map<Stream, Long2ObjectHashMap<Run>> open = new HashMap<>();
    /** The runs of the last stream: the next read is often of the same one. */
    private Long2ObjectHashMap<Run> last;

    private int lastProcess;
    private long lastStream;

    private record Stream(int process, long id) {
        Stream(Access access) {
            this(access.process(), access.stream());
        }
    }

    /**
     * Creates an empty set of runs.
     *
     * @param gap maximum number of bytes between two reads of a run, at least 0
     * @param byThread whether each thread of a stream has separate runs
     * @param ended receives the runs that have ended
     */
    public FileRuns(long gap, boolean byThread, RunSink ended) {
        this.gap = gap;
        this.byThread = byThread;
        this.ended = ended;
    }

    /** Adds a read with a known offset. */
    public void read(Access access) {
        Long2ObjectHashMap<Run> threads = threads(access);
        long thread = byThread ? access.thread() : 0;
        Run run = threads.get(thread);
        if (run != null && run.reaches(access.offset(), gap)) {
            run.extend(access);
            return;
        }
        if (run != null) {
            ended.ended(run);
        }
        threads.put(thread, new Run(access));
    }

    private Long2ObjectHashMap<Run> threads(Access access) {
        if (last == null || access.stream() != lastStream || access.process() != lastProcess) {
            lastProcess = access.process();
            lastStream = access.stream();
            last = open.computeIfAbsent(new Stream(access), stream -> new Long2ObjectHashMap<>(2, LOAD));
        }
        return last;
    }

    /** Ends the runs of a stream that was opened or closed. */
    public void barrier(Access access) {
        Map<Long, Run> threads = open.remove(new Stream(access));
        last = null;
        if (threads != null) {
            threads.values().forEach(ended::ended);
        }
    }

    /** Ends all runs. */
    public void end() {
        open.values().forEach(threads -> threads.values().forEach(ended::ended));
        open.clear();
        last = null;
    }
}
