package org.underbase.bench.prediction;

import java.util.ArrayList;
import java.util.List;
import org.underbase.sim.disk.FixedDisk;
import org.underbase.sim.sync.DiskUse;
import org.underbase.sim.sync.EventDisk;
import org.underbase.sim.sync.Events;
import org.underbase.sim.sync.Ext4;
import org.underbase.sim.sync.SyncLoad;
import org.underbase.sim.sync.WriteBack;
import org.underbase.testbed.disk.DiskBytes;
import org.underbase.testbed.disk.DiskCounters;
import org.underbase.testbed.disk.DiskModel;

/**
 * Simulation of the reads of a DataNode whose disks also get logs.
 *
 * @param nanos latencies of all reads, in nanoseconds
 * @param counters counters of all disks
 */
record SimulatedReads(List<Long> nanos, DiskCounters counters) {
    /**
     * Simulates a load.
     *
     * @param load reads and appends
     * @param model speed of each disk
     * @param disks number of disks; HDFS assigns new blocks to them in turns
     */
    static SimulatedReads run(ReadLoad load, DiskModel model, int disks) {
        Events events = new Events();
        FixedDisk fixed = new FixedDisk(
                model.bytesPerSecond(), model.seek().toNanos(), model.flush().toNanos());
        List<EventDisk> simulated = new ArrayList<>();
        List<WriteBack> caches = new ArrayList<>();
        for (int disk = 0; disk < disks; disk++) {
            EventDisk each = new EventDisk(events, fixed);
            simulated.add(each);
            caches.add(new WriteBack(events, each, new Ext4(events, each)));
        }
        List<Long> nanos = new ArrayList<>();
        for (SyncLoad.Write read : load.reads()) {
            WriteBack.Pages pages = WriteBack.Pages.of(read.offset(), read.end());
            events.at(read.nanos(), () -> simulated
                    .get(read.block() % disks)
                    .read(read.block(), pages.first(), pages.count(), () -> nanos.add(events.now() - read.nanos())));
        }
        for (SyncLoad.Write append : load.appends()) {
            events.at(append.nanos(), () -> caches.get(append.block() % disks)
                    .write(append.block(), append.offset(), append.length(), () -> {}));
        }
        events.run();
        DiskUse use = simulated.stream().map(EventDisk::use).reduce(DiskUse.NONE, DiskUse::plus);
        return new SimulatedReads(
                List.copyOf(nanos),
                new DiskCounters(
                        new DiskBytes(use.bytesRead(), use.bytesWritten()),
                        use.reads(),
                        use.writes(),
                        use.flushes(),
                        use.seeks(),
                        use.busyNanos()));
    }
}
