package org.underbase.analysis.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.underbase.analysis.catalog.FileKind;

/** Computation of a fit from the sums of a trace. */
final class FitResult {
    private final FitPartial whole;

    FitResult(FitPartial whole) {
        this.whole = whole;
    }

    WorkloadFit fit() {
        SortedMap<String, FitPartial.Sums> regions = new TreeMap<>();
        SortedMap<String, Long> regionFlushes = new TreeMap<>();
        FitPartial.Sums all = new FitPartial.Sums();
        whole.stores.forEach((store, sums) -> {
            String region = store.table() + "," + store.region();
            regions.computeIfAbsent(region, key -> new FitPartial.Sums()).add(sums);
            // A flush of a region writes at most one file per family.
            regionFlushes.merge(region, sums.flushes, Math::max);
            all.add(sums);
        });
        SortedMap<Long, Long> regionsByReads = new TreeMap<>();
        regions.values().forEach(sums -> regionsByReads.merge(sums.reads, 1L, Long::sum));
        long flushes =
                regionFlushes.values().stream().mapToLong(Long::longValue).sum();
        return new WorkloadFit(
                regions.size(),
                ZipfFit.of(blocks()),
                ZipfFit.of(regionsByReads),
                new WorkloadFit.Log(whole.logged, whole.syncs, WorkloadFit.Quantiles.of(whole.perSync())),
                new WorkloadFit.Flushes(flushes, per(whole.logged, flushes), per(all.flushedBytes, flushes)),
                per(all.inputs, all.outputs),
                families());
    }

    /** Returns the number of blocks by their reads. */
    private SortedMap<Long, Long> blocks() {
        SortedMap<Long, Long> blocks = new TreeMap<>();
        long carried = 0;
        // From the most reads on; bytes of an incomplete block count with those of the next number of reads.
        for (Map.Entry<Long, Long> entry :
                new TreeMap<>(whole.bytesByReads).descendingMap().entrySet()) {
            long bytes = carried + entry.getValue();
            carried = bytes % WorkloadFit.BLOCK;
            if (bytes >= WorkloadFit.BLOCK) {
                blocks.put(entry.getKey(), bytes / WorkloadFit.BLOCK);
            }
        }
        return blocks;
    }

    private List<WorkloadFit.Family> families() {
        List<WorkloadFit.Family> families = new ArrayList<>();
        for (Map.Entry<FileKind, FitPartial.Sizes> entry : whole.families.entrySet()) {
            FileKind kind = entry.getKey();
            FitPartial.Sums sums = new FitPartial.Sums();
            whole.stores.forEach((store, of) -> {
                if (store.table().equals(kind.table()) && store.family().equals(kind.family())) {
                    sums.add(of);
                }
            });
            families.add(new WorkloadFit.Family(
                    kind.label(whole.families.keySet()),
                    sums.reads,
                    sums.readBytes,
                    sums.flushedBytes,
                    WorkloadFit.Quantiles.of(entry.getValue().reads()),
                    WorkloadFit.Quantiles.of(entry.getValue().flushes())));
        }
        return families;
    }

    private static OptionalDouble per(long amount, long number) {
        return amount == 0 || number == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) amount / number);
    }
}
