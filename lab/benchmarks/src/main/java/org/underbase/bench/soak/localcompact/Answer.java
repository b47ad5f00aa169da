package org.underbase.bench.soak.localcompact;

import java.util.List;

/**
 * What the client of the tables did.
 *
 * @param error why it failed; empty when it did not
 * @param lines what it found
 * @param count what it counted
 */
record Answer(String error, List<String> lines, long count) {}
