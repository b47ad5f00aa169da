package org.underbase.bench.tiers.mapreduce;

import java.util.List;

/**
 * Request to run a program that submits jobs.
 *
 * @param tool name of a class that implements {@link org.apache.hadoop.util.Tool}
 * @param arguments its arguments
 */
record ToolRequest(String tool, List<String> arguments) {
    /** Copies the arguments. */
    ToolRequest {
        arguments = List.copyOf(arguments);
    }
}
