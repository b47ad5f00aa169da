package org.underbase.htfs.imports;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.underbase.htfs.format.HBasePath;

/**
 * Activities of the store files of one process, derived from its calls. A scan reads a store file upwards from its begin; it
 * may skip a little, such as blocks in HBase's cache. A store file was written by a compaction if scans of complete files of its
 * region ended while it was open, and these files have at least half of its bytes; otherwise by a flush. Bounded: regions, and
 * scans of a region, that were not used for the longest time are forgotten.
 */
final class StoreScans {
    /** Maximum number of bytes that a scan skips at a time. */
    static final long MAX_SKIPPED = 1 << 20;

    /** A scan of a complete file ends in the last part of the file, which may have index and Bloom filters. */
    private static final double MIN_END = 0.75;

    /** Part of the file that it reads at least. */
    private static final double MIN_READ = 0.5;

    private static final int MAX_REGIONS = 2_000;
    private static final int MAX_SCANS = 64;
    private static final int MAX_OUTPUTS = 16;
    private static final String COMPACTION_DIR = "/compaction.dir/";

    private final Verdicts verdicts;
    private final Map<String, Region> regions = new LastUsed<>(MAX_REGIONS);

    private record Region(List<Output> outputs, List<Scan> scans) {}

    /**
     * A store file that is open for writing.
     *
     * @param number its number, by which it is ordered with the scans
     * @param inCompactionDir whether its path shows a compaction
     */
    private record Output(int number, boolean inCompactionDir) {}

    /** A scan of a file on a stream. */
    private static final class Scan {
        private final long stream;
        private final PathTable.File file;
        private final int number;
        private long end;
        private long bytes;

        Scan(long stream, PathTable.File file, int number) {
            this.stream = stream;
            this.file = file;
            this.number = number;
        }

        /** Whether the end of the file is not known: the scan was the first to come so far. */
        boolean isUncertain() {
            return end > file.extent();
        }

        boolean isComplete() {
            return end >= MIN_END * file.extent() && bytes >= MIN_READ * file.extent();
        }
    }

    StoreScans(Verdicts verdicts) {
        this.verdicts = verdicts;
    }

    /** Returns the region of a store file; null for another file. */
    static String region(String path) {
        HBasePath place = HBasePath.of(path);
        return place.type() == HBasePath.Type.STORE || place.type() == HBasePath.Type.STORE_TMP
                ? place.table() + '/' + place.region()
                : null;
    }

    /** Begins a store file and returns its number. */
    int created(String key, String path) {
        Region region = get(key);
        int number = verdicts.output();
        if (region.outputs.size() == MAX_OUTPUTS) {
            region.outputs.remove(0);
        }
        region.outputs.add(new Output(number, path.contains(COMPACTION_DIR)));
        return number;
    }

    /** Returns the thread of the calls on a written store file. */
    String thread(int number) {
        return verdicts.thread(number);
    }

    /** Adds a read of at least one byte and returns its thread. */
    String read(String key, long stream, PathTable.File file, long offset, long bytes) {
        Region region = get(key);
        Scan scan = continued(region.scans, stream, offset);
        if (scan == null) {
            if (offset > 0) {
                file.read(offset + bytes);
            }
            if (offset > MAX_SKIPPED) {
                return "";
            }
            scan = new Scan(stream, file, verdicts.scan());
            if (region.scans.size() == MAX_SCANS) {
                region.scans.remove(0);
            }
        }
        // The scans are in the order of their last reads.
        region.scans.add(scan);
        scan.end = offset + bytes;
        scan.bytes += bytes;
        return verdicts.thread(scan.number);
    }

    /** Removes and returns the scan that skips least to an offset, or returns null. */
    private static Scan continued(List<Scan> scans, long stream, long offset) {
        Scan nearest = null;
        for (Scan scan : scans) {
            boolean near = scan.stream == stream && offset >= scan.end && offset <= scan.end + MAX_SKIPPED;
            if (near && (nearest == null || scan.end > nearest.end)) {
                nearest = scan;
            }
        }
        scans.remove(nearest);
        return nearest;
    }

    /** Decides the activity of a complete file and of the scans for it, unless the file or its region was forgotten. */
    void closed(String key, int number, long written) {
        Region region = get(key);
        Output output = region.outputs.stream()
                .filter(each -> each.number == number)
                .findAny()
                .orElse(null);
        if (output == null) {
            return;
        }
        List<Scan> scans = region.scans.stream()
                .filter(scan -> target(region.outputs, scan) == number)
                .toList();
        List<Scan> uncertain = scans.stream().filter(Scan::isUncertain).toList();
        List<Scan> complete = scans.stream()
                .filter(scan -> !scan.isUncertain() && scan.isComplete())
                .toList();
        region.outputs.remove(output);
        region.scans.removeAll(complete);
        long scanned = complete.stream().mapToLong(scan -> scan.file.extent()).sum();
        long possible = uncertain.stream().mapToLong(scan -> scan.end).sum();
        if (output.inCompactionDir || (!complete.isEmpty() && 2 * scanned >= written)) {
            verdicts.compaction(number);
            complete.forEach(scan -> verdicts.compaction(scan.number));
            uncertain.forEach(scan -> verdicts.unknown(scan.number));
        } else if (!uncertain.isEmpty() && 2 * (scanned + possible) >= written) {
            scans.forEach(scan -> verdicts.unknown(scan.number));
        } else {
            verdicts.flush(number);
        }
    }

    /**
     * Returns the number of the open file that a scan is for: the first one created after the begin of the scan, because HBase creates it when
     * the first cells are merged; otherwise, if the first blocks were in HBase's cache, the last one before.
     */
    private static int target(List<Output> outputs, Scan scan) {
        int before = -1;
        for (Output output : outputs) {
            if (output.number > scan.number) {
                return output.number;
            }
            before = output.number;
        }
        return before;
    }

    private Region get(String key) {
        return regions.computeIfAbsent(key, each -> new Region(new ArrayList<>(), new ArrayList<>()));
    }
}
