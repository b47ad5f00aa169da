package org.underbase.analysis.catalog;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.underbase.analysis.operator.Fields;

/**
 * Facts about a catalog as a whole.
 *
 * @param skews differences between the clocks of hosts that are larger than expected, one per pair of hosts
 * @param onlyNamed number of paths that calls only renamed or deleted: nothing shows a size, or whether it is a file
 * @param image use of an fsimage, if one was given
 */
public record CatalogNotes(List<ClockSkew> skews, long onlyNamed, Optional<ImageUse> image) {
    /** No notes. */
    public static final CatalogNotes NONE = new CatalogNotes(List.of(), 0, Optional.empty());

    private static final ClockSkew BLANK = new ClockSkew("", "", 0);

    public CatalogNotes {
        skews = List.copyOf(skews);
    }

    /**
     * Use of an fsimage.
     *
     * @param nanos time of the last change of the namespace in the image, in nanoseconds since the epoch
     * @param sizes number of files of the trace whose size is that of the image
     */
    public record ImageUse(long nanos, long sizes) {
        private ImageUse transfer(Fields fields) throws IOException {
            return new ImageUse(fields.number(nanos), fields.number(sizes));
        }
    }

    /** Passes the fields, and returns notes with the results. */
    public CatalogNotes transfer(Fields fields) throws IOException {
        List<ClockSkew> passed = new ArrayList<>();
        long count = fields.number(skews.size());
        for (int i = 0; i < count; i++) {
            ClockSkew skew = i < skews.size() ? skews.get(i) : BLANK;
            passed.add(
                    new ClockSkew(fields.text(skew.behind()), fields.text(skew.ahead()), fields.number(skew.nanos())));
        }
        return new CatalogNotes(
                passed,
                fields.number(onlyNamed),
                fields.flag(image.isPresent())
                        ? Optional.of(image.orElse(new ImageUse(0, 0)).transfer(fields))
                        : Optional.empty());
    }
}
