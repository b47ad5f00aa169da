package org.underbase.analysis.catalog;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.underbase.analysis.operator.Fields;
import org.underbase.htfs.format.Details;
import org.underbase.htfs.format.TraceEvent;

/**
 * Layout of an erasure-coded file.
 *
 * @param data number of data units, at least 1
 * @param parity number of parity units
 * @param cell size of a cell in bytes, at least 1
 * @param known whether the policy of the file is known
 */
public record ErasureCoding(long data, long parity, long cell, boolean known) {
    /** RS-6-3-1024k, the default of HDFS. */
    private static final ErasureCoding UNKNOWN = new ErasureCoding(6, 3, 1 << 20, false);

    /** Layout to read others with. */
    static final ErasureCoding BLANK = new ErasureCoding(1, 0, 1, false);

    private static final Pattern POLICY = Pattern.compile(".+-([0-9]{1,3})-([0-9]{1,3})-([0-9]{1,7})k");

    /**
     * Returns the layout that an event shows; that of the default policy if it only shows that the file is coded. The detail of a
     * failed call is about a file that it did not create; an existing file may have its path.
     */
    public static Optional<ErasureCoding> of(TraceEvent event) {
        String known = event.identity().ecPolicy();
        String detail = event.exception().isEmpty() ? event.detail() : "";
        String policy = known.isEmpty() ? Details.value(detail, "ecPolicy") : known;
        Matcher parts = POLICY.matcher(policy);
        if (parts.matches()) {
            long data = Long.parseLong(parts.group(1));
            long cell = Long.parseLong(parts.group(3)) << 10;
            if (data > 0 && cell > 0) {
                return Optional.of(new ErasureCoding(data, Long.parseLong(parts.group(2)), cell, true));
            }
        }
        boolean coded = !known.isEmpty() || Details.value(detail, "striped").equals("true");
        return coded ? Optional.of(UNKNOWN) : Optional.empty();
    }

    ErasureCoding transfer(Fields fields) throws IOException {
        return new ErasureCoding(fields.number(data), fields.number(parity), fields.number(cell), fields.flag(known));
    }

    /** Returns the bytes on disk for a number of bytes of a file: a parity cell is as long as the longest data cell. */
    public long physical(long bytes) {
        long stripe = data * cell;
        return bytes + parity * (bytes / stripe * cell + Math.min(cell, bytes % stripe));
    }
}
