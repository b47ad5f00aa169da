package org.underbase.tier.datanode.instance;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.underbase.tier.conf.TierKey;
import org.underbase.tier.conf.TierKeys;

/** Checks the values of the keys that exist once for each tier, whoever reads them: a wrong one would show much later. */
final class TierValues {
    private TierValues() {}

    /** A line for each value that is not what its key wants. */
    static List<String> problems(Configuration conf, List<String> tiers) {
        List<String> problems = new ArrayList<>();
        for (String tier : tiers) {
            for (TierKey key : TierKeys.perTier()) {
                TierKey own = key.forTier(tier);
                try {
                    if (!own.text(conf).isEmpty()) {
                        check(own, conf);
                    }
                } catch (IllegalArgumentException e) {
                    problems.add(e.getMessage());
                }
            }
        }
        return problems;
    }

    private static void check(TierKey key, Configuration conf) {
        double value =
                switch (key.type()) {
                    case "size" -> key.bytes(conf);
                    case "number" -> key.number(conf, 0, Integer.MAX_VALUE);
                    case "fraction" -> key.decimal(conf, 0, 1);
                    case "decimal" -> key.decimal(conf, 1e-9, 1e15);
                    case "duration" -> key.millis(conf);
                    // Of any, text and path every value may be right.
                    default -> 0;
                };
        if (Double.isNaN(value)) {
            throw key.wrong(key.text(conf), "a number");
        }
    }
}
