package org.underbase.sim.study;

import java.util.HashMap;
import java.util.Map;
import org.underbase.sim.cache.FlashBuffer;
import org.underbase.sim.cost.Hardware;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.disk.DiskModel;
import org.underbase.sim.request.Activity;

/**
 * System whose flash holds the files below a size that flushes and compactions write, and caches pages in the rest. The cache
 * contains the pages whose distance is below its current size: pages that a smaller cache evicted count as hits when it
 * grows again, so that the gain of a buffer is an upper bound.
 */
final class BufferedSystem extends SimulatedSystem {
    private final int megabytes;
    private final FlashBuffer buffer;
    private final Map<Integer, Integer> sizes = new HashMap<>();
    private int cachePages;

    /**
     * Creates an empty system.
     *
     * @param hardware hardware
     * @param model disk
     * @param megabytes flash holds files of HDFS of fewer MiB
     */
    BufferedSystem(Hardware hardware, DiskModel model, int megabytes) {
        super(hardware, model);
        this.megabytes = megabytes;
        int flashPages = LayeredStudy.pages(hardware.flashGigabytes());
        cachePages = ramPages() + flashPages;
        buffer = new FlashBuffer(flashPages, rest -> cachePages = ramPages() + rest);
    }

    int megabytes() {
        return megabytes;
    }

    @Override
    void changeFile(Batch batch, int i) {
        int file = batch.file[i];
        if (batch.isDeletion(i)) {
            buffer.delete(file);
            sizes.remove(file);
        } else if (batch.activity(i) != Activity.LOG && batch.offset[i] < megabytes) {
            int pages = (batch.length[i] - 1) / Disk.PAGE + 1;
            sizes.put(file, pages);
            for (int oldest : buffer.add(file, pages)) {
                int size = sizes.remove(oldest);
                if (isInSlice() && oldest != file) {
                    disk(oldest, 0).submit(batch.time[i], oldest, 0, size, kind(batch, i), true);
                }
            }
        }
    }

    @Override
    void request(Batch batch, int i) {
        if (!buffer.contains(batch.file[i])) {
            request(batch, i, cachePages);
        } else if (!isWrite(batch, i)) {
            foreground(batch, i, pages(batch, i), 0);
        }
    }
}
