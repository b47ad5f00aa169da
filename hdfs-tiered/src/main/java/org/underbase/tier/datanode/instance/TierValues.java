package org.underbase.tier.datanode.instance;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.underbase.operator.config.ConfigKey;
import org.underbase.tier.conf.TierKeys;

/** Early check of all per-tier keys: without it, an invalid value would fail much later, in the daemon that reads it. */
final class TierValues {
    private TierValues() {}

    /** Returns a line for each invalid value. */
    static List<String> problems(Configuration conf, List<String> tiers) {
        List<String> problems = new ArrayList<>();
        for (String tier : tiers) {
            for (ConfigKey key : TierKeys.perTier()) {
                ConfigKey own = key.forName(tier);
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

    private static void check(ConfigKey key, Configuration conf) {
        switch (key.type()) {
            case "size" -> key.bytes(conf);
            case "number" -> key.number(conf, 0, Integer.MAX_VALUE);
            case "fraction" -> key.decimal(conf, 0, 1);
            case "decimal" -> key.decimal(conf, 1e-9, 1e15);
            case "duration" -> key.millis(conf);
            default -> {
                // Every value of the types any, text and path is valid.
            }
        }
    }
}
