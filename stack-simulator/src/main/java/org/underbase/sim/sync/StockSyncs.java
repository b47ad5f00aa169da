package org.underbase.sim.sync;

import java.util.ArrayList;
import java.util.List;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.FixedDisk;

/** Simulation of the hsyncs of a stock DataNode: it fsyncs the checksum file, then the block file. Thread-confined. */
public final class StockSyncs {
    private final Events events = new Events();
    private final EventDisk disk;
    private final Ext4 ext4;
    private final List<Long> nanos = new ArrayList<>();

    private StockSyncs(FixedDisk model) {
        this.disk = new EventDisk(events, model);
        this.ext4 = new Ext4(events, disk);
    }

    /**
     * Simulates a load.
     *
     * @param load hsyncs and block data
     * @param model speed of the disk
     */
    public static SyncTimes run(SyncLoad load, FixedDisk model) {
        StockSyncs stock = new StockSyncs(model);
        WriteBack writeBack = new WriteBack(stock.events, stock.disk, stock.ext4);
        for (SyncLoad.Write write : load.blockData()) {
            stock.events.at(
                    write.nanos(), () -> writeBack.write(write.block(), write.offset(), write.length(), () -> {}));
        }
        for (SyncLoad.Write sync : load.syncs()) {
            stock.events.at(
                    sync.nanos(),
                    () -> stock.ext4.change(
                            List.of(sync.block(), WriteBack.checksums(sync.block())), () -> stock.sync(sync)));
        }
        stock.events.run();
        return new SyncTimes(List.copyOf(stock.nanos), stock.disk.use().bytesWritten(), 0);
    }

    private void sync(SyncLoad.Write sync) {
        fsync(
                WriteBack.checksums(sync.block()),
                WriteBack.checksumOffset(sync.offset()),
                WriteBack.checksumOffset(sync.end()),
                () -> fsync(sync.block(), sync.offset(), sync.end(), () -> nanos.add(events.now() - sync.nanos())));
    }

    private void fsync(int file, long from, long to, Runnable then) {
        WriteBack.Pages pages = WriteBack.Pages.of(from, to);
        // The page of the last byte before this write has blocks already.
        boolean allocates = pages.first() + pages.count() - 1 > (from - 1) / Disk.PAGE;
        ext4.fsync(file, pages.first(), pages.count(), allocates, then);
    }
}
