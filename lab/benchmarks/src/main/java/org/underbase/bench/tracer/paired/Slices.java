package org.underbase.bench.tracer.paired;

import java.util.List;

/**
 * Result of all slices.
 *
 * @param quads quads whose side A is traced and whose side B is not
 * @param equalQuads quads whose sides are both traced: the resolution of the measurement on this machine
 * @param tracerNanosPerCall CPU time of the tracer's own threads per traced call, in nanoseconds, in a period without a switch
 */
public record Slices(List<Quad> quads, List<Quad> equalQuads, double tracerNanosPerCall) {
    /** Copies the lists. */
    public Slices {
        quads = List.copyOf(quads);
        equalQuads = List.copyOf(equalQuads);
    }
}
