package org.underbase.bench.prediction;

import java.util.Locale;

/**
 * Predicted and measured quantity.
 *
 * @param name activity and layer
 * @param kind level: bytes with the feature; effect: bytes with the feature minus those without it
 * @param predicted the prediction, in bytes
 * @param measured median of the measurements, in bytes
 * @param noise largest difference of two measurements of stock clusters, in bytes
 * @param target largest relative error
 */
record Cell(String name, Kind kind, double predicted, double measured, double noise, double target) {
    private static final double MEGA = 1e6;
    private static final double PERCENT = 100;

    /** Kind of the quantity. */
    enum Kind {
        LEVEL,
        EFFECT
    }

    /** Result of the comparison. */
    enum Verdict {
        WITHIN,
        OUTSIDE,
        /** The noise exceeds the target, so that the measurement cannot tell. */
        NOISE
    }

    double error() {
        return Math.abs(predicted - measured) / Math.abs(measured);
    }

    Verdict verdict() {
        if (noise / Math.abs(measured) > target) {
            return Verdict.NOISE;
        }
        return error() <= target ? Verdict.WITHIN : Verdict.OUTSIDE;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s, %s: predicted %.2f MB, measured %.2f MB, error %.2f%%, noise %.2f%%, target %.0f%%: %s",
                name,
                kind.name().toLowerCase(Locale.ROOT),
                predicted / MEGA,
                measured / MEGA,
                error() * PERCENT,
                noise / Math.abs(measured) * PERCENT,
                target * PERCENT,
                verdict().name().toLowerCase(Locale.ROOT));
    }
}
