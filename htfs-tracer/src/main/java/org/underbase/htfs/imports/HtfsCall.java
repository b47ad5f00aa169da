package org.underbase.htfs.imports;

import java.util.List;

/**
 * A line of the log of HTFS.
 *
 * @param start start in nanoseconds since the epoch
 * @param elapsed duration in nanoseconds
 * @param id number of the call
 * @param stream id of the stream, or -1
 * @param returned decoded return value; empty for null
 * @param arguments decoded arguments
 */
record HtfsCall(long start, long elapsed, int id, long stream, String returned, List<String> arguments) {
    String argument(int number) throws BadLineException {
        if (number >= arguments.size()) {
            throw new BadLineException(
                    "call " + id + " has " + arguments.size() + " arguments: argument " + (number + 1) + " is missing");
        }
        return arguments.get(number);
    }

    long number(int argument) throws BadLineException {
        return Fields.number("argument " + (argument + 1), argument(argument), Integer.MIN_VALUE);
    }

    /** Returns the first argument, a position in the file. */
    long position() throws BadLineException {
        return Fields.number("position", argument(0), 0);
    }

    /** Returns the return value as a number; -1 for none and at the end of a file. */
    long result() throws BadLineException {
        return returned.isEmpty() ? -1 : Fields.number("return value", returned, -1);
    }

    boolean isTrue() {
        return returned.equals("true");
    }
}
