package org.underbase.analysis.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Zipf's law fitted to numbers of reads: the object of rank r, by its reads, has reads proportional to r to the power of minus
 * the exponent.
 *
 * @param exponent the exponent, 0 is uniform
 * @param residual root mean square of the differences between the logarithms of the reads and of the law
 * @param points points that were fitted, at ranks in about equal distances of their logarithms
 */
public record ZipfFit(double exponent, double residual, List<Point> points) {
    /** Fewer points than these have no meaningful residual. */
    private static final int LEAST_POINTS = 4;
    /** Objects with fewer reads differ by chance. */
    private static final long LEAST_READS = 5;

    private static final double STEP = 1.25;

    /** Object of some rank. */
    public record Point(long rank, long reads) {}

    public ZipfFit {
        points = List.copyOf(points);
    }

    /**
     * Fits the law by least squares of the logarithms; empty if too few objects have enough reads.
     *
     * @param objects number of objects by their number of reads
     */
    static Optional<ZipfFit> of(SortedMap<Long, Long> objects) {
        List<Point> points = points(objects);
        if (points.size() < LEAST_POINTS) {
            return Optional.empty();
        }
        double meanX = points.stream().mapToDouble(ZipfFit::x).average().orElseThrow();
        double meanY = points.stream().mapToDouble(ZipfFit::y).average().orElseThrow();
        double xx = 0;
        double xy = 0;
        for (Point point : points) {
            xx += (x(point) - meanX) * (x(point) - meanX);
            xy += (x(point) - meanX) * (y(point) - meanY);
        }
        double slope = xy / xx;
        double squares = 0;
        for (Point point : points) {
            double difference = y(point) - meanY - slope * (x(point) - meanX);
            squares += difference * difference;
        }
        return Optional.of(new ZipfFit(-slope, Math.sqrt(squares / points.size()), points));
    }

    private static List<Point> points(SortedMap<Long, Long> objects) {
        List<Point> points = new ArrayList<>();
        long rank = 1;
        long seen = 0;
        for (Map.Entry<Long, Long> entry : objects.tailMap(LEAST_READS).entrySet().stream()
                .sorted(Map.Entry.<Long, Long>comparingByKey().reversed())
                .toList()) {
            seen += entry.getValue();
            while (rank <= seen) {
                points.add(new Point(rank, entry.getKey()));
                rank = Math.max(rank + 1, Math.round(rank * STEP));
            }
        }
        return points;
    }

    // StrictMath: the result is the same in every JVM.
    private static double x(Point point) {
        return StrictMath.log((double) point.rank());
    }

    private static double y(Point point) {
        return StrictMath.log((double) point.reads());
    }
}
