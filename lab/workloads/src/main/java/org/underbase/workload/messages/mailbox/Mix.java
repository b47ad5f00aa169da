package org.underbase.workload.messages.mailbox;

import java.util.List;
import org.underbase.workload.random.AliasTable;
import org.underbase.workload.random.SeededRandom;

/**
 * Ratio of HBase calls.
 *
 * @param gets weight of gets
 * @param puts weight of puts
 * @param deletes weight of deletes
 */
public record Mix(double gets, double puts, double deletes) {
    /** The ratio of FAST '14, section 3.1. */
    public static final Mix PAPER = new Mix(60, 34, 6);

    public Mix {
        for (double weight : new double[] {gets, puts, deletes}) {
            if (!(weight >= 0) || Double.isInfinite(weight)) {
                throw new IllegalArgumentException("invalid weight " + weight + " of the mix: must be at least 0");
            }
        }
        if (!(gets + puts + deletes > 0)) {
            throw new IllegalArgumentException("all weights of the mix are zero");
        }
    }

    /** Parses the form {@code 60/34/6}. */
    public static Mix parse(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != 3) {
            throw invalid(text);
        }
        try {
            return new Mix(Double.parseDouble(parts[0]), Double.parseDouble(parts[1]), Double.parseDouble(parts[2]));
        } catch (NumberFormatException notNumbers) {
            throw invalid(text);
        }
    }

    private static IllegalArgumentException invalid(String text) {
        return new IllegalArgumentException("invalid mix '" + text + "': must be gets/puts/deletes, such as 60/34/6");
    }

    Drawing drawing() {
        AliasTable table = new AliasTable(gets, puts, deletes);
        List<HbaseCall> calls = List.of(HbaseCall.GET, HbaseCall.PUT, HbaseCall.DELETE);
        return random -> calls.get(table.draw(random));
    }

    interface Drawing {
        HbaseCall draw(SeededRandom random);
    }
}
