package org.underbase.exalt.harness.scenario;

import java.util.Locale;

/** What a ratio means. */
final class Verdict {
    /** Two measurements of the same thing differ by this much on a machine that others use, too. */
    static final double NOISE = 1.15;

    private Verdict() {}

    /**
     * Compares two rates, of which more is better.
     *
     * @param change and {@code baseline} in words
     * @param limited whether the machine was the limit of one of them
     */
    static String ofRates(String change, double changed, String baseline, double base, boolean limited) {
        double ratio = base == 0 ? Double.NaN : changed / base;
        String numbers = String.format(Locale.ROOT, "%.2f times the rate with %s", ratio, baseline);
        if (limited) {
            return "Not answered: the machine was the limit. " + change + ": " + numbers;
        }
        if (ratio > NOISE) {
            return change + " helps: " + numbers;
        }
        return change
                + (ratio < 1 / NOISE ? " harms: " : " makes no difference that can be told from noise: ")
                + numbers;
    }

    /**
     * Compares two mean times that the namesystem's write lock was held, of which less is better. They are of single calls, and say
     * something also where the machine was the limit of the rates: it was so for both.
     *
     * @param change and {@code baseline} in words
     * @param limited whether the machine was the limit of one of them
     */
    static String ofLocks(String change, double changed, String baseline, double base, boolean limited) {
        double ratio = base == 0 ? Double.NaN : changed / base;
        String numbers = String.format(
                Locale.ROOT,
                ": the write lock is held for %.4f ms, %.2f times as long as with %s%s",
                changed,
                ratio,
                baseline,
                limited ? "; the machine was the limit of both" : "");
        if (ratio > NOISE) {
            return change + " costs more" + numbers;
        }
        return change
                + (ratio < 1 / NOISE ? " costs less" : " makes no difference that can be told from noise")
                + numbers;
    }

    /**
     * Says of two times, of which less is better, whether one is.
     *
     * @param less what it does then, such as {@code is less}
     */
    static String less(double changed, double base, String less) {
        double ratio = base == 0 ? Double.NaN : changed / base;
        if (ratio < 1 / NOISE) {
            return less;
        }
        return ratio > NOISE ? "are no help but cost more" : "make no difference that can be told from noise";
    }
}
