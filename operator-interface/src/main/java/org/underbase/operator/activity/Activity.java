package org.underbase.operator.activity;

import java.util.Map;

/**
 * A finished activity whose input and output bypass the public methods of the file system.
 *
 * @param name name of the kind of activity, a word of letters
 * @param path path of its output, with scheme and authority of its file system
 * @param startNanos start, as a value of {@link System#nanoTime}
 * @param outputBytes size of the output, in bytes; -1 if the activity failed
 * @param failure cause of a failure, or null
 * @param numbers further figures by name, each a word of letters
 */
public record Activity(
        String name, String path, long startNanos, long outputBytes, Throwable failure, Map<String, Long> numbers) {}
