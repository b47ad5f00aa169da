package org.underbase.bench.tiers.io;

import java.util.List;

/**
 * Request to a client on a node.
 *
 * @param write whether to write files; otherwise read
 * @param files paths of the files, shared by the client's threads
 * @param fileBytes size of each file, in bytes
 * @param threads number of concurrent threads
 * @param skipMillis warm-up, which is not measured
 * @param countMillis measured time, after which the client stops; 0: until all files are complete
 */
record Phase(boolean write, List<String> files, long fileBytes, int threads, long skipMillis, long countMillis) {}
