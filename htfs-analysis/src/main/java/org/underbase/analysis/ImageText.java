package org.underbase.analysis;

import java.util.Optional;
import org.underbase.analysis.catalog.CatalogNotes;
import org.underbase.analysis.figure.Format;
import org.underbase.analysis.figure.TraceFacts;
import org.underbase.analysis.summary.SummaryFigure.Summary;

/** Text about the use of an fsimage. */
public final class ImageText {
    private ImageText() {}

    /** Returns the text; empty if no fsimage was given, or no figure needs files. */
    public static Optional<String> of(AnalysisResult result) {
        TraceFacts trace = result.figures().trace();
        boolean isEmpty = result.figures().get(Summary.class).events() == 0;
        return trace.notes().image().map(image -> sizes(image) + (isEmpty ? "" : distance(image, trace)));
    }

    private static String sizes(CatalogNotes.ImageUse image) {
        return "its last change is of " + Format.time(image.nanos()) + "; it has the sizes of "
                + Format.count(image.sizes()) + " files of the trace without one";
    }

    /** Returns the time between the image and the trace, and its consequences. */
    private static String distance(CatalogNotes.ImageUse image, TraceFacts trace) {
        if (image.nanos() < trace.firstNanos()) {
            return "; that is " + Format.nanos(trace.firstNanos() - image.nanos())
                    + " before the trace: a file that changed or was replaced in between has the earlier size";
        }
        return image.nanos() <= trace.lastNanos()
                ? ""
                : "; that is " + Format.nanos(image.nanos() - trace.lastNanos())
                        + " after the trace: files that changed or were deleted since then have no size,"
                        + " and one that a rename replaced may have that of its replacement";
    }
}
