package org.underbase.demo.compaction;

/**
 * What became of a compaction of a store that compacts locally.
 *
 * @param local whether the nodes of the replicas did it, by the counters of the RegionServers
 * @param counter the one that rose: {@code Local}, or {@code Stock} and the reason
 * @param said what its RegionServer logged about it
 */
public record Decision(boolean local, String counter, String said) {}
