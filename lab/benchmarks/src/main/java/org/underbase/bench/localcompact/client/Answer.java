package org.underbase.bench.localcompact.client;

/**
 * What the client did.
 *
 * @param region encoded name of the table's region
 * @param server host of its RegionServer
 * @param seconds that it took
 * @param inputs how many store files there were
 * @param inputBytes of them
 * @param outputBytes of what came out
 */
public record Answer(String region, String server, double seconds, int inputs, long inputBytes, long outputBytes) {}
