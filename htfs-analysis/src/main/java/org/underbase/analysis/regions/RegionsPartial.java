package org.underbase.analysis.regions;

import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.underbase.analysis.access.Access;
import org.underbase.analysis.access.FileHistory;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Partial;
import org.underbase.analysis.operator.Slots;
import org.underbase.htfs.format.Activity;

/** Sums of some files by region. */
public final class RegionsPartial implements Partial<RegionsPartial> {
    private static final int ACTIVITIES = Slots.ACTIVITIES;

    private final int defaultReplication;
    /** The key of files of no region is {@link Region#NONE}. */
    private final SortedMap<Region, Sums> regions = new TreeMap<>();

    RegionsPartial(int defaultReplication) {
        this.defaultReplication = defaultReplication;
    }

    private static final class Sums {
        private long read;
        private long data;
        private final long[] written = new long[ACTIVITIES];
        private final long[] physical = new long[ACTIVITIES];

        private Sums transfer(Fields fields) throws IOException {
            read = fields.number(read);
            data = fields.number(data);
            fields.numbers(written);
            fields.numbers(physical);
            return this;
        }

        private void add(Sums other) {
            read += other.read;
            data += other.data;
            for (int i = 0; i < ACTIVITIES; i++) {
                written[i] += other.written[i];
                physical[i] += other.physical[i];
            }
        }

        private boolean isEmpty() {
            return read + total() == 0;
        }

        private long total() {
            long total = 0;
            for (long bytes : written) {
                total += bytes;
            }
            return total;
        }

        private Regions.Sums result() {
            return new Regions.Sums(
                    read,
                    total(),
                    data,
                    written[Slots.of(Activity.FLUSH)],
                    new Regions.Physical(
                            physical[Slots.of(Activity.LOGGING)],
                            physical[Slots.of(Activity.FLUSH)],
                            physical[Slots.of(Activity.COMPACTION)],
                            physical[Slots.of(Activity.READ)] + physical[Slots.of(Activity.OTHER)]));
        }
    }

    FileVisitor file(FileFacts file) {
        Sums sums = new Sums();
        return new FileVisitor() {
            @Override
            public void access(Access access, FileHistory before) {
                if (access.reads()) {
                    sums.read += access.length();
                } else if (access.writes()) {
                    sums.written[Slots.of(access.activity())] += access.length();
                }
            }

            @Override
            public void end(FileHistory history) {
                if (sums.isEmpty()) {
                    return;
                }
                history.ranges().forEach((bytes, reads, coreReads, io, live) -> sums.data += bytes);
                for (int i = 0; i < ACTIVITIES; i++) {
                    sums.physical[i] = file.physical(sums.written[i], defaultReplication);
                }
                add(region(file), sums);
            }
        };
    }

    private static Region region(FileFacts file) {
        return file.region().isEmpty() ? Region.NONE : new Region(file.kind().table(), file.region());
    }

    private void add(Region region, Sums sums) {
        regions.computeIfAbsent(region, key -> new Sums()).add(sums);
    }

    Regions finish() {
        Regions.Sums outside = regions.getOrDefault(Region.NONE, new Sums()).result();
        return new Regions(
                regions.entrySet().stream()
                        .filter(entry -> !entry.getKey().equals(Region.NONE))
                        .map(entry -> new Regions.OfRegion(
                                entry.getKey(), entry.getValue().result()))
                        .sorted(Regions.OfRegion.ORDER)
                        .toList(),
                outside);
    }

    @Override
    public void transfer(Fields fields) throws IOException {
        fields.map(
                regions,
                Region.NONE,
                Sums::new,
                (stream, region) -> region.transfer(stream),
                (stream, sums) -> sums.transfer(stream));
    }

    @Override
    public void merge(RegionsPartial later) {
        later.regions.forEach(this::add);
    }
}
