package org.underbase.analysis.estimate;

import java.io.IOException;
import org.underbase.analysis.operator.Fields;

/**
 * Sums over the recorded files for one number, from which its estimate for all files and the 95% interval follow. Each file is
 * recorded with the same probability, independently of the others (Horvitz-Thompson; shares are linearized).
 */
final class Moments {
    private static final double NORMAL_95 = 1.96;
    /** Student's factor is about that of the normal distribution times 1 + EXPANSION / degrees of freedom. */
    private static final double EXPANSION = 2.4;

    private boolean share;
    private long part;
    private long whole;
    private final ProductSum squares = new ProductSum();
    private final ProductSum products = new ProductSum();
    private final ProductSum wholeSquares = new ProductSum();

    void total(long value) {
        part += value;
        squares.add(value, value);
    }

    void ratio(long value, long of) {
        share = true;
        total(value);
        whole += of;
        products.add(value, of);
        wholeSquares.add(of, of);
    }

    void add(Moments other) {
        share |= other.share;
        part += other.part;
        whole += other.whole;
        squares.add(other.squares);
        products.add(other.products);
        wholeSquares.add(other.wholeSquares);
    }

    Moments transfer(Fields fields) throws IOException {
        share = fields.flag(share);
        part = fields.number(part);
        whole = fields.number(whole);
        squares.transfer(fields);
        products.transfer(fields);
        wholeSquares.transfer(fields);
        return this;
    }

    /** Whether the recorded files show the number: without a file that has a part of it, its bounds are unknown. */
    boolean isShown() {
        return part > 0;
    }

    /** Returns the estimate with a fraction of the files. */
    Estimates.Estimate estimate(String name, double fraction) {
        return share ? ofShare(name, fraction) : ofTotal(name, fraction);
    }

    /** The interval of a total is that of its logarithm, because few files have most of the bytes. */
    private Estimates.Estimate ofTotal(String name, double fraction) {
        double value = part / fraction;
        double relative = (1 - fraction) * squares.value() / ((double) part * part);
        double factor = Math.exp(normal(part, squares) * Math.sqrt(Math.log1p(relative)));
        return new Estimates.Estimate(name, false, value, Math.max((double) part, value / factor), value * factor);
    }

    private Estimates.Estimate ofShare(String name, double fraction) {
        double value = (double) part / whole;
        double residuals = squares.value() - 2 * value * products.value() + value * value * wholeSquares.value();
        double error = Math.max(normal(part, squares), normal(whole, wholeSquares))
                * Math.sqrt((1 - fraction) * Math.max(0, residuals))
                / whole;
        return new Estimates.Estimate(name, true, value, Math.max(0, value - error), value + error);
    }

    /** Returns the factor of the standard deviation; it is larger if few files have most of the sum. */
    private static double normal(long sum, ProductSum squares) {
        double files = (double) sum * sum / squares.value();
        return NORMAL_95 * (1 + EXPANSION / files);
    }
}
