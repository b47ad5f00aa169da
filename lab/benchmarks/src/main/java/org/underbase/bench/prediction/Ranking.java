package org.underbase.bench.prediction;

/**
 * Order of alternatives, predicted and measured.
 *
 * @param agreement pairs in the same order minus pairs in the opposite order; a predicted tie counts as 0
 * @param pairs pairs whose measured difference exceeds the noise
 */
record Ranking(int agreement, int pairs) {
    static final Ranking NONE = new Ranking(0, 0);

    /**
     * Compares the order of alternatives.
     *
     * @param predicted predicted value of each alternative
     * @param measured measured value of each alternative
     * @param noise largest difference of two measurements of the same alternative
     */
    static Ranking of(double[] predicted, double[] measured, double noise) {
        int agreement = 0;
        int pairs = 0;
        for (int i = 0; i < measured.length; i++) {
            for (int j = 0; j < i; j++) {
                double difference = measured[i] - measured[j];
                if (Math.abs(difference) > noise) {
                    pairs++;
                    agreement += (int) (Math.signum(predicted[i] - predicted[j]) * Math.signum(difference));
                }
            }
        }
        return new Ranking(agreement, pairs);
    }

    Ranking plus(Ranking other) {
        return new Ranking(agreement + other.agreement, pairs + other.pairs);
    }

    /** Returns Kendall's tau: 1 if all pairs are in the same order, -1 if all are in the opposite one. */
    double tau() {
        return (double) agreement / pairs;
    }
}
