package org.underbase.sim.sync;

import java.util.ArrayList;
import java.util.List;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.FixedDisk;

/** Hsyncs of a stock DataNode: it fsyncs the checksum file, then the block file. Thread-confined. */
public final class StockSyncs {
    private final Ext4 ext4;

    /**
     * Creates a DataNode with one disk.
     *
     * @param ext4 file system on its disk
     */
    public StockSyncs(Ext4 ext4) {
        this.ext4 = ext4;
    }

    /**
     * Simulates a load.
     *
     * @param load hsyncs and block data
     * @param model speed of the disk
     */
    public static SyncTimes run(SyncLoad load, FixedDisk model) {
        Events events = new Events();
        EventDisk disk = new EventDisk(events, model);
        Ext4 ext4 = new Ext4(events, disk);
        WriteBack writeBack = new WriteBack(events, disk, ext4);
        StockSyncs stock = new StockSyncs(ext4);
        List<Long> nanos = new ArrayList<>();
        for (SyncLoad.Write write : load.blockData()) {
            events.at(write.nanos(), () -> writeBack.write(write.block(), write.offset(), write.length(), () -> {}));
        }
        for (SyncLoad.Write sync : load.syncs()) {
            events.at(sync.nanos(), () -> stock.sync(sync, () -> nanos.add(events.now() - sync.nanos())));
        }
        events.run();
        return new SyncTimes(List.copyOf(nanos), disk.use().bytesWritten(), 0);
    }

    /** Hsyncs bytes now; the action follows at the end. */
    public void sync(SyncLoad.Write sync, Runnable then) {
        ext4.change(List.of(sync.block(), WriteBack.checksums(sync.block())), () -> fsyncs(sync, then));
    }

    private void fsyncs(SyncLoad.Write sync, Runnable then) {
        fsync(
                WriteBack.checksums(sync.block()),
                WriteBack.checksumOffset(sync.offset()),
                WriteBack.checksumOffset(sync.end()),
                () -> fsync(sync.block(), sync.offset(), sync.end(), then));
    }

    private void fsync(int file, long from, long to, Runnable then) {
        WriteBack.Pages pages = WriteBack.Pages.of(from, to);
        // The page of the last byte before this write has blocks already.
        boolean allocates = pages.first() + pages.count() - 1 > (from - 1) / Disk.PAGE;
        ext4.fsync(file, pages.first(), pages.count(), allocates, then);
    }
}
