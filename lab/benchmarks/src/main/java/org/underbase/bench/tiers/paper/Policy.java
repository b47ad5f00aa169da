package org.underbase.bench.tiers.paper;

import java.util.List;

/**
 * Policy of placement and retrieval.
 *
 * @param title name for tables
 * @param word word of the tiers' configuration; empty: stock HDFS
 */
record Policy(String title, String word) {
    static final Policy STOCK = new Policy("stock network-aware", "");
    static final Policy HYBRID = new Policy("hybrid", "hybrid");

    /** Returns the policies of the tiers. */
    static List<Policy> tiers() {
        return List.of(
                new Policy("network-aware", "network-aware"),
                new Policy("tier-aware", "tier-aware"),
                HYBRID,
                new Policy("random", "random"));
    }

    String directory(int run) {
        return "/" + (word.isEmpty() ? "stock" : word) + "-" + run;
    }
}
