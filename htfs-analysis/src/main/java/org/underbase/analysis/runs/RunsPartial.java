package org.underbase.analysis.runs;

import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.Long2ObjectHashMap;
import org.underbase.analysis.operator.ByProcess;
import org.underbase.analysis.operator.Partial;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/**
 * The runs of a part of the trace: those that ended, and for each stream those that may go on or may have begun before.
 * Memory: about 150 bytes for each open stream and thread that read it, about 25 bytes for each closed stream.
 */
public final class RunsPartial implements Partial<RunsPartial> {
    final RunLengths ended = new RunLengths();
    final ByProcess<Streams> processes = new ByProcess<>(Streams::new);

    RunsPartial() {}

    @Override
    public void accept(TraceEvent event) {
        Call call = event.call();
        switch (call.kind()) {
            case READ -> {
                long bytes = event.result();
                if (bytes > 0) {
                    processes.of(event).read(event, bytes, ended);
                }
            }
            case OPEN, CLOSE -> {
                if (call == Call.OPEN || call == Call.CLOSE_INPUT) {
                    processes.of(event).barrier(event.streamId(), ended);
                }
            }
            case READ_GROUP, WRITE, SYNC, STREAM, META -> {}
        }
    }

    @Override
    public void merge(RunsPartial later) {
        ended.add(later.ended);
        processes.merge(later.processes, (mine, theirs) -> mine.merge(theirs, ended));
    }

    /** The streams of one process. */
    static final class Streams {
        /** Stands for every stream of which only a barrier is known, to spend no object on it. */
        private static final StreamRuns ENDED = new StreamRuns();

        static {
            ENDED.barrier(new RunLengths());
        }

        private final Map<String, Integer> threads = new HashMap<>();
        private final Long2ObjectHashMap<StreamRuns> byId = new Long2ObjectHashMap<>();
        private String lastThread = "";
        private int lastNumber = -1;

        void read(TraceEvent event, long bytes, RunLengths ended) {
            open(event.streamId()).read(number(event.thread()), event.activity(), event.offset(), bytes, ended);
        }

        void barrier(long stream, RunLengths ended) {
            StreamRuns runs = byId.get(stream);
            if (runs != null) {
                runs.barrier(ended);
            }
            if (runs == null || runs.isOnlyBarrier()) {
                byId.put(stream, ENDED);
            }
        }

        void merge(Streams later, RunLengths ended) {
            int[] numbers = new int[later.threads.size()];
            later.threads.forEach((thread, number) -> numbers[number] = number(thread));
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

        void finish(RunLengths ended) {
            byId.values().forEach(runs -> runs.finish(ended));
        }

        private StreamRuns open(long stream) {
            StreamRuns runs = byId.get(stream);
            if (runs == null || runs == ENDED) {
                boolean after = runs == ENDED;
                runs = new StreamRuns();
                if (after) {
                    runs.barrier(new RunLengths());
                }
                byId.put(stream, runs);
            }
            return runs;
        }

        private int number(String thread) {
            if (lastNumber < 0 || !thread.equals(lastThread)) {
                Integer number = threads.get(thread);
                if (number == null) {
                    number = threads.size();
                    threads.put(thread, number);
                }
                lastThread = thread;
                lastNumber = number;
            }
            return lastNumber;
        }
    }
}
