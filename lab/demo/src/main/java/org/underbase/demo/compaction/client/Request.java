package org.underbase.demo.compaction.client;

/**
 * Request to the client.
 *
 * @param command command to execute
 * @param files number of store files to create
 * @param bytes size of the values in each file, in bytes
 * @param seed seed of rows and values
 */
public record Request(Command command, int files, long bytes, long seed) {
    /** Commands. */
    public enum Command {
        /** Creates the table, with the stock compactor, and its store files. */
        CREATE,
        /** Compacts the store files into one. */
        COMPACT,
        /** Restores the original store files and sets the local compactor. */
        RESTORE,
        /** Reads all rows. */
        READ
    }

    /** Creates a request without parameters. */
    public static Request of(Command command) {
        return new Request(command, 0, 0, 0);
    }
}
