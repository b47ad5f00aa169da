package org.underbase.sim.disk;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Page-level simulation of a disk, as simple as possible. */
final class NaiveDisk {
    /**
     * Request for one page.
     *
     * @param time arrival
     * @param file file number
     * @param page page
     */
    record Request(long time, int file, int page) {}

    private static final int SLICE = 256;

    private final DiskModel model;
    private final List<Integer> turns = new ArrayList<>();
    private final List<Request> waiting = new ArrayList<>();
    private int current = -1;
    private int slice;
    private int lastFile = -1;
    private int lastPage;
    private int position;
    final List<Long> queues = new ArrayList<>();
    final List<Long> executions = new ArrayList<>();

    NaiveDisk(DiskModel model) {
        this.model = model;
    }

    /** Serves requests, which are ordered by time. */
    void serve(List<Request> requests) {
        int next = 0;
        long now = 0;
        while (next < requests.size() || !waiting.isEmpty()) {
            while (next < requests.size() && requests.get(next).time() <= now) {
                Request request = requests.get(next++);
                if (request.file() != current && !turns.contains(request.file())) {
                    turns.add(request.file());
                }
                waiting.add(request);
            }
            if (waiting.stream().noneMatch(request -> request.file() == current) || slice == 0) {
                int old = current;
                current = -1;
                if (waiting.stream().anyMatch(request -> request.file() == old)) {
                    turns.add(old);
                }
            }
            if (waiting.isEmpty()) {
                now = requests.get(next).time();
            } else {
                now = serve(now);
            }
        }
    }

    private long serve(long now) {
        if (current == -1) {
            current = turns.remove(0);
            slice = SLICE;
            position = current == lastFile ? lastPage : 0;
        }
        Comparator<Request> scan = Comparator.comparing((Request request) -> request.page() < position)
                .thenComparing(Request::page);
        Request chosen = waiting.stream()
                .filter(request -> request.file() == current)
                .min(scan)
                .orElseThrow();
        long gap = current == lastFile ? (long) (chosen.page() - lastPage) * Disk.PAGE : DiskModel.OTHER_FILE;
        long time = model.seekNanos(gap) + model.transferNanos(Disk.PAGE);
        queues.add(now - chosen.time());
        executions.add(time);
        waiting.remove(chosen);
        lastFile = current;
        lastPage = chosen.page() + 1;
        position = lastPage;
        slice--;
        return now + time;
    }
}
