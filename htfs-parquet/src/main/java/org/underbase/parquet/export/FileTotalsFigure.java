package org.underbase.parquet.export;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.underbase.analysis.catalog.FileFacts;
import org.underbase.analysis.figure.Figure;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.figure.TraceFacts;

/** Computation of the bytes of each file. */
final class FileTotalsFigure implements Figure<FileTotals, FileTotals> {
    @Override
    public Class<FileTotals> resultType() {
        return FileTotals.class;
    }

    @Override
    public int position() {
        return 0;
    }

    @Override
    public FileTotals start(TraceFacts trace) {
        return new FileTotals();
    }

    @Override
    public FileVisitor file(FileTotals sums, FileFacts file) {
        return sums.visitor(file);
    }

    @Override
    public FileTotals finish(FileTotals whole, TraceFacts trace) {
        return whole;
    }

    @Override
    public void addJson(FileTotals result, ObjectNode json) {
        // The table of files has the result.
    }
}
