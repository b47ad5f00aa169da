package org.underbase.analysis.figure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.underbase.analysis.access.FileDetail;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.operator.Partial;

/**
 * One figure: its definition, its computation, its JSON, its CSV and its charts. The analysis, the output and the report
 * iterate over the figures that {@link java.util.ServiceLoader} finds, so that a new figure is one package, one script for
 * each chart and a line in {@code META-INF/services}.
 *
 * <p>A state that is an {@link org.underbase.analysis.operator.EventPartial} receives the events of its part of the trace. A
 * figure that implements {@link #file} receives the accesses to each file in the order of time. States of parts and of sets
 * of files are merged; they contain integers only, so that the result does not depend on the cuts.
 *
 * <p>An implementation is stateless and has a public constructor without parameters.
 *
 * @param <P> intermediate state
 * @param <R> result, an immutable value
 */
public interface Figure<P extends Partial<P>, R> {
    /** The name of the figure for options, unique among all figures; by default that of its class. */
    default String id() {
        String name = getClass().getSimpleName().replaceFirst("Figure$", "");
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    /**
     * The detail of the files that the figure reads. One that reads none must not read the facts of the whole trace; if all
     * figures are such, the trace is read once.
     */
    default FileDetail detail() {
        return FileDetail.HISTORY;
    }

    /** The class of the result, unique among all figures. */
    Class<R> resultType();

    /** The position in the JSON output; unique, ascending. */
    int position();

    /** Whether an analysis computes the figure only if it is named. */
    default boolean isOptional() {
        return false;
    }

    /** Creates an empty state. */
    P start(TraceFacts trace);

    /**
     * Begins a file of the trace; each file occurs once, also one without accesses.
     *
     * @param sums state to add to
     * @return the receiver of the accesses to the file
     */
    default FileVisitor file(P sums, FileFacts file) {
        return FileVisitor.NONE;
    }

    /**
     * Whether the numbers of a trace with a fraction of the files are estimates for all files. Otherwise they are those of the
     * recorded files.
     */
    default boolean isScaled() {
        return false;
    }

    /** Whether {@link #estimates} passes numbers. */
    default boolean isEstimable() {
        return false;
    }

    /** Passes the numbers of the result that can be estimated for all files from some of them; by default none. */
    default void estimates(R result, EstimateSink sink) {}

    /** Computes the result from the state of the whole trace. The state must not be used afterwards. */
    R finish(P whole, TraceFacts trace);

    /** Adds the result to the JSON output, under one or more names that no other figure uses. */
    void addJson(R result, ObjectNode json);

    /**
     * Returns the quantities that parts of the result need, by the ID of the chart or the path of the value in the JSON output,
     * such as {@code layers.core}. A part whose quantity is {@link Missing} is not available.
     */
    default Map<String, Set<Quantity>> needs() {
        return Map.of();
    }

    /** Adds the rows of the result to tables; by default none. */
    default void addCsv(R result, CsvTables tables) {}

    /** The charts of the report, by default none. */
    default List<Chart> charts() {
        return List.of();
    }
}
