package org.underbase.workload.messages;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.underbase.workload.messages.RunResult.Checks;

/** Counters of all clients, apart from latencies. Thread-safe. */
final class Traffic {
    private static final int EXAMPLES = 10;

    private final LongAdder cellsPut = new LongAdder();
    private final LongAdder bytesPut = new LongAdder();
    private final LongAdder bytesGot = new LongAdder();
    private final LongAdder recovered = new LongAdder();
    private final LongAdder checked = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final List<String> examples = new ArrayList<>();

    void put(long cells, long bytes) {
        cellsPut.add(cells);
        bytesPut.add(bytes);
    }

    void got(long bytes) {
        bytesGot.add(bytes);
    }

    void recovered() {
        recovered.increment();
    }

    void right() {
        checked.increment();
    }

    void wrong(String description) {
        checked.increment();
        wrong.increment();
        synchronized (examples) {
            if (examples.size() < EXAMPLES) {
                examples.add(description);
            }
        }
    }

    long cellsPut() {
        return cellsPut.sum();
    }

    long bytesPut() {
        return bytesPut.sum();
    }

    long bytesGot() {
        return bytesGot.sum();
    }

    long mailboxesRecovered() {
        return recovered.sum();
    }

    Checks checks() {
        synchronized (examples) {
            return new Checks(checked.sum(), wrong.sum(), List.copyOf(examples));
        }
    }
}
