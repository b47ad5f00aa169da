package org.underbase.bench.tracer.paired;

/**
 * Four slices in the order ABBA or BAAB, so that a linear drift of the machine affects both sides equally.
 *
 * @param a CPU time per call in the two slices of side A, without the tracer's own threads, in nanoseconds
 * @param b the same of side B
 */
public record Quad(double a, double b) {
    double difference() {
        return a - b;
    }
}
