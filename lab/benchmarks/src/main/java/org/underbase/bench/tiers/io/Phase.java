package org.underbase.bench.tiers.io;

import java.util.List;

/**
 * What a client on a node is asked to do.
 *
 * @param write whether files are written, else read
 * @param files their paths, shared by the client's threads
 * @param fileBytes of each
 * @param threads how many work at the same time
 * @param skipMillis time from the start that does not count
 * @param countMillis time that counts, after which all ends; 0: all counts, until all files are done
 */
record Phase(boolean write, List<String> files, long fileBytes, int threads, long skipMillis, long countMillis) {}
