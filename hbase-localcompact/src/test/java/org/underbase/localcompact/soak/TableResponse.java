package org.underbase.localcompact.soak;

import java.util.List;

/**
 * Response of the client of the tables.
 *
 * @param error error message; empty on success
 * @param lines result lines
 * @param count result count
 */
record TableResponse(String error, List<String> lines, long count) {}
