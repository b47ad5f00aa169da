package org.underbase.bench.prediction;

import java.util.Locale;

/**
 * Predicted and measured level or effect.
 *
 * @param name name of the quantity
 * @param kind level: value with the feature; effect: value with the feature minus that without it
 * @param measure unit and targets
 * @param predicted the prediction
 * @param measured median of the measurements, for an effect the difference of the medians
 * @param noise the larger of the largest difference of two measurements and of the difference that random decisions explain.
 *     The measurements of a level are those with the feature if there are two; an effect has the noisier side
 */
record Cell(String name, Kind kind, Measure measure, double predicted, double measured, double noise) {
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

    private double target() {
        return kind == Kind.LEVEL ? measure.level() : measure.effect();
    }

    private double error() {
        return kind == Kind.LEVEL
                ? measure.levelError(predicted, measured)
                : Measure.relativeError(predicted, measured);
    }

    Verdict verdict() {
        if (noise / Math.abs(measured) > target()) {
            return Verdict.NOISE;
        }
        return error() <= target() ? Verdict.WITHIN : Verdict.OUTSIDE;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s, %s: predicted %.2f %s, measured %.2f %s, error %.2f%%, noise %.2f%%, target %.0f%%: %s",
                name,
                kind.name().toLowerCase(Locale.ROOT),
                predicted / measure.scale(),
                measure.unit(),
                measured / measure.scale(),
                measure.unit(),
                error() * PERCENT,
                noise / Math.abs(measured) * PERCENT,
                target() * PERCENT,
                verdict().name().toLowerCase(Locale.ROOT));
    }
}
