package org.underbase.bench.localcompact.client;

/**
 * Response of the client.
 *
 * @param region encoded name of the table's region
 * @param server host of its RegionServer
 * @param seconds duration of the request
 * @param inputs number of store files before a compaction
 * @param inputBytes size of these store files
 * @param outputBytes size of the compaction's output
 * @param load state of the table during an ingest
 */
public record Response(
        String region, String server, double seconds, int inputs, long inputBytes, long outputBytes, Load load) {}
