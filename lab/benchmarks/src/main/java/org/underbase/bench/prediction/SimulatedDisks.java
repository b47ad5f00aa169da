package org.underbase.bench.prediction;

import java.util.ArrayList;
import java.util.List;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.DiskStatistics;
import org.underbase.sim.disk.FixedDisk;
import org.underbase.testbed.disk.DiskBytes;
import org.underbase.testbed.disk.DiskCounters;
import org.underbase.testbed.disk.DiskModel;

/**
 * Simulation of the emulated disks of a DataNode.
 *
 * @param readNanos latencies of all reads, in nanoseconds
 * @param counters counters of all disks
 */
record SimulatedDisks(List<Long> readNanos, DiskCounters counters) {
    private static final long MEGABYTE_PAGES = (1 << 20) / Disk.PAGE;

    /**
     * Simulates requests.
     *
     * @param requests requests in the order of their times
     * @param model speed of each disk
     * @param disks number of disks; HDFS assigns new blocks to them in turns
     */
    static SimulatedDisks run(List<DiskRequest> requests, DiskModel model, int disks) {
        FixedDisk fixed = new FixedDisk(
                model.bytesPerSecond(), model.seek().toNanos(), model.flush().toNanos());
        // One class per request: the sums of a class are the times of a request.
        DiskStatistics statistics = new DiskStatistics(requests.size());
        List<Disk> simulated = new ArrayList<>();
        for (int disk = 0; disk < disks; disk++) {
            simulated.add(new Disk(fixed, statistics));
        }
        for (int i = 0; i < requests.size(); i++) {
            DiskRequest request = requests.get(i);
            simulated
                    .get(request.block() % disks)
                    .submit(
                            request.nanos(),
                            request.file(),
                            request.firstPage(),
                            request.pages(),
                            i,
                            request.isWrite());
        }
        simulated.forEach(Disk::finish);
        return of(requests, statistics, fixed);
    }

    private static SimulatedDisks of(List<DiskRequest> requests, DiskStatistics statistics, FixedDisk fixed) {
        double page = fixed.transferNanos(MEGABYTE_PAGES * Disk.PAGE) / (double) MEGABYTE_PAGES;
        List<Long> reads = new ArrayList<>();
        int seeks = 0;
        long readPages = 0;
        long writtenPages = 0;
        for (int i = 0; i < requests.size(); i++) {
            int pages = requests.get(i).pages();
            double execution = statistics.executionNanos(i);
            double seek = execution - pages * page;
            seeks += seek > fixed.constantSeekNanos() / 2.0 ? 1 : 0;
            if (requests.get(i).isWrite()) {
                writtenPages += pages;
            } else {
                readPages += pages;
                // The sum of the waits of all pages; that of the first one is the wait of the request.
                double waits = statistics.queueNanos(i) - (pages - 1) * seek - page * pages * (pages - 1) / 2;
                reads.add(Math.round(waits / pages + execution));
            }
        }
        return new SimulatedDisks(
                reads,
                new DiskCounters(
                        new DiskBytes(readPages * Disk.PAGE, writtenPages * Disk.PAGE),
                        reads.size(),
                        requests.size() - reads.size(),
                        0,
                        seeks,
                        Math.round(statistics.busyNanos())));
    }
}
