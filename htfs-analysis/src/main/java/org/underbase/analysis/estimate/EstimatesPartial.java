package org.underbase.analysis.estimate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.underbase.analysis.access.Access;
import org.underbase.analysis.access.FileHistory;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.figure.AllFigures;
import org.underbase.analysis.figure.EstimateSink;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.figure.TraceFacts;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Partial;
import org.underbase.htfs.format.BlockHeader;

/** Sums over some files of a sampled trace. The figures of each file alone are the terms; other traces cost nothing. */
public final class EstimatesPartial implements Partial<EstimatesPartial> {
    private static final int LEAST_FILES = 20;

    private final AllFigures figures;
    private final TraceFacts trace;
    private final SortedMap<String, Moments> numbers = new TreeMap<>();
    private long files;
    private long least = Long.MAX_VALUE;
    private long most;

    EstimatesPartial(AllFigures figures, TraceFacts trace) {
        this.figures = figures;
        this.trace = trace;
    }

    FileVisitor file(FileFacts file) {
        return new FileVisitor() {
            private AllFigures.AllPartials sums;
            private AllFigures.OneFile one;

            @Override
            public void access(Access access, FileHistory before) {
                least = Math.min(least, access.sampling());
                most = Math.max(most, access.sampling());
                if (access.sampling() < BlockHeader.ALL && one == null) {
                    sums = figures.start(trace);
                    one = sums.file(file);
                }
                if (one != null) {
                    one.add(access);
                }
            }

            @Override
            public void end(FileHistory history) {
                if (one != null) {
                    one.end();
                    files++;
                    figures.finish(sums, trace).estimates(new Terms());
                }
            }
        };
    }

    /** Adds the numbers of one file. */
    private final class Terms implements EstimateSink {
        @Override
        public void total(String name, long value) {
            if (value > 0) {
                of(name).total(value);
            }
        }

        @Override
        public void ratio(String name, long part, long whole) {
            if (part > 0 || whole > 0) {
                of(name).ratio(part, whole);
            }
        }

        private Moments of(String name) {
            return numbers.computeIfAbsent(name, key -> new Moments());
        }
    }

    Estimates finish() {
        if (files == 0) {
            return new Estimates(1, 0, List.of(), Optional.empty());
        }
        double fraction = (double) least / BlockHeader.ALL;
        if (least != most) {
            return new Estimates(
                    fraction,
                    files,
                    List.of(),
                    Optional.of("the fraction of recorded files is not the same everywhere"));
        }
        if (files < LEAST_FILES) {
            return new Estimates(
                    fraction, files, List.of(), Optional.of(files + " of " + LEAST_FILES + " files for an interval"));
        }
        List<Estimates.Estimate> estimates = new ArrayList<>();
        numbers.forEach((name, moments) -> {
            if (moments.isShown()) {
                estimates.add(moments.estimate(name, fraction));
            }
        });
        return new Estimates(fraction, files, estimates, Optional.empty());
    }

    @Override
    public void transfer(Fields fields) throws IOException {
        files = fields.number(files);
        least = fields.number(least);
        most = fields.number(most);
        fields.map(numbers, "", Moments::new, Fields::text, (stream, moments) -> moments.transfer(stream));
    }

    @Override
    public void merge(EstimatesPartial later) {
        files += later.files;
        least = Math.min(least, later.least);
        most = Math.max(most, later.most);
        later.numbers.forEach((name, moments) ->
                numbers.computeIfAbsent(name, key -> new Moments()).add(moments));
    }
}
