package org.underbase.htfs.imports;

import java.util.ArrayList;
import java.util.List;

/** Fields of a line. */
final class Fields {
    private Fields() {}

    /** Splits a line of comma-separated values without quotes. */
    static List<String> ofCsv(String line) {
        List<String> fields = new ArrayList<>();
        int from = 0;
        for (int comma = line.indexOf(','); comma >= 0; comma = line.indexOf(',', from)) {
            fields.add(line.substring(from, comma));
            from = comma + 1;
        }
        fields.add(line.substring(from));
        return fields;
    }

    /** Parses a number of at least {@code least}. */
    static long number(String name, String text, long least) throws BadLineException {
        try {
            long number = Long.parseLong(text.strip());
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The message below names the field.
        }
        throw new BadLineException("invalid " + name + " '" + text + "': must be a number of at least " + least);
    }

    /** Parses a range in a file. */
    static void checkRange(long offset, long bytes) throws BadLineException {
        if (offset > Long.MAX_VALUE - bytes) {
            throw new BadLineException("invalid offset " + offset + ": with " + bytes + " bytes it exceeds 2^63");
        }
    }
}
