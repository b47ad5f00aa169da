package org.underbase.exalt.harness.scenario;

import java.util.Locale;

/** Interpretation of ratios. */
final class Verdict {
    /** Ratio of two measurements of the same thing on a machine that other processes use, too. */
    static final double NOISE = 1.15;

    private Verdict() {}

    /**
     * Compares two rates; a higher rate is better.
     *
     * @param change label of the change; {@code baseline} is that of the baseline
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
        return change + (ratio < 1 / NOISE ? " harms: " : " makes no difference beyond noise: ") + numbers;
    }

    /**
     * Compares two mean hold times of the namesystem's write lock; a lower time is better. Hold times of single calls are meaningful even if
     * the machine limited both rates.
     *
     * @param change label of the change; {@code baseline} is that of the baseline
     * @param limited whether the machine was the limit of one of them
     */
    static String ofLocks(String change, double changed, String baseline, double base, boolean limited) {
        double ratio = base == 0 ? Double.NaN : changed / base;
        String numbers = String.format(
                Locale.ROOT,
                ": the hold time of the write lock is %.4f ms, %.2f times that with %s%s",
                changed,
                ratio,
                baseline,
                limited ? "; the machine was the limit of both" : "");
        if (ratio > NOISE) {
            return change + " costs more" + numbers;
        }
        return change + (ratio < 1 / NOISE ? " costs less" : " makes no difference beyond noise") + numbers;
    }

    /**
     * Interprets the ratio of two times; a lower time is better.
     *
     * @param less effect of a lower time, such as {@code reduces the time}
     */
    static String less(double changed, double base, String less) {
        double ratio = base == 0 ? Double.NaN : changed / base;
        if (ratio < 1 / NOISE) {
            return less;
        }
        return ratio > NOISE ? "do not help but cost more" : "make no difference beyond noise";
    }
}
