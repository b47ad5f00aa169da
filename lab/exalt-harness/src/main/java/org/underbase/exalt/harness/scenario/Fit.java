package org.underbase.exalt.harness.scenario;

import java.util.List;

/**
 * Least-squares fit of a constant and of factors of several quantities.
 *
 * @param coefficients constant, followed by the factors
 * @param r2 fraction of the variance that the fit explains
 */
record Fit(List<Double> coefficients, double r2) {
    /**
     * Computes a fit.
     *
     * @param quantities quantities of each point, the same number for all
     * @param values values of the points; more points than quantities
     */
    static Fit of(List<double[]> quantities, List<Double> values) {
        int size = quantities.get(0).length + 1;
        if (values.size() < size) {
            throw new IllegalArgumentException(values.size() + " points are too few for " + size + " coefficients");
        }
        double[][] normal = new double[size][size + 1];
        for (int point = 0; point < values.size(); point++) {
            double[] row = row(quantities.get(point));
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    normal[i][j] += row[i] * row[j];
                }
                normal[i][size] += row[i] * values.get(point);
            }
        }
        double[] solution = solve(normal);
        double mean = values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double residual = 0;
        double total = 0;
        for (int point = 0; point < values.size(); point++) {
            double fitted = 0;
            double[] row = row(quantities.get(point));
            for (int i = 0; i < size; i++) {
                fitted += solution[i] * row[i];
            }
            residual += (values.get(point) - fitted) * (values.get(point) - fitted);
            total += (values.get(point) - mean) * (values.get(point) - mean);
        }
        return new Fit(
                java.util.Arrays.stream(solution).boxed().toList(), total == 0 ? Double.NaN : 1 - residual / total);
    }

    private static double[] row(double[] quantities) {
        double[] result = new double[quantities.length + 1];
        result[0] = 1;
        System.arraycopy(quantities, 0, result, 1, quantities.length);
        return result;
    }

    /** Solves by Gauss-Jordan elimination with the largest pivot of each column. */
    private static double[] solve(double[][] rows) {
        int size = rows.length;
        for (int column = 0; column < size; column++) {
            int pivot = column;
            for (int i = column + 1; i < size; i++) {
                if (Math.abs(rows[i][column]) > Math.abs(rows[pivot][column])) {
                    pivot = i;
                }
            }
            double[] swapped = rows[column];
            rows[column] = rows[pivot];
            rows[pivot] = swapped;
            if (rows[column][column] == 0) {
                throw new IllegalArgumentException("singular fit: the quantities do not differ");
            }
            for (int i = 0; i < size; i++) {
                double factor = rows[i][column] / rows[column][column];
                for (int j = column; i != column && j <= size; j++) {
                    rows[i][j] -= factor * rows[column][j];
                }
            }
        }
        double[] result = new double[size];
        for (int i = 0; i < size; i++) {
            result[i] = rows[i][size] / rows[i][i];
        }
        return result;
    }

    /** Returns the factor of a quantity, from 0. */
    double factor(int quantity) {
        return coefficients.get(quantity + 1);
    }

    /** Returns the constant. */
    double constant() {
        return coefficients.get(0);
    }
}
