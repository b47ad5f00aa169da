package org.underbase.analysis.runs;

import java.util.HashMap;
import java.util.Map;
import org.underbase.analysis.operator.ByProcess;
import org.underbase.analysis.operator.Partial;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/** Lengths of ended runs, and the runs that may continue in the next part or may have begun in the previous one. */
public final class RunsPartial implements Partial<RunsPartial> {
    final RunLengths ended = new RunLengths();
    final ByProcess<Streams> processes = new ByProcess<>(Streams::new);

    RunsPartial() {}

    @Override
    public void accept(TraceEvent event) {
        Call call = event.call();
        switch (call.kind()) {
            case READ -> {
                if (event.result() > 0) {
                    Streams streams = processes.of(event);
                    streams.table.read(event, streams.number(event), ended);
                }
            }
            case OPEN, CLOSE -> {
                if (call == Call.OPEN || call == Call.CLOSE_INPUT) {
                    processes.of(event).table.barrier(event.streamId(), ended);
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

    /** Streams and threads of one process. */
    static final class Streams {
        final StreamTable table = new StreamTable(0);
        private final Map<String, Integer> threads = new HashMap<>();
        private String lastThread = "";
        private long lastId = -1;
        private int lastNumber = -1;

        /** Returns the number of a thread, which a change of its name does not change. */
        private int number(TraceEvent event) {
            long id = event.threadId();
            if (id < 0) {
                return number(event.thread());
            }
            if (id != lastId || lastNumber < 0) {
                number(Long.toString(id));
                lastId = id;
            }
            return lastNumber;
        }

        private int number(String thread) {
            lastId = -1;
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

        private void merge(Streams later, RunSink ended) {
            int[] numbers = new int[later.threads.size()];
            later.threads.forEach((thread, number) -> numbers[number] = number(thread));
            table.merge(later.table, numbers, ended);
        }
    }
}
