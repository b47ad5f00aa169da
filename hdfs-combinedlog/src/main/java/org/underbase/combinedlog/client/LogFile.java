package org.underbase.combinedlog.client;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;

/** File of a log: it grows at its end, and one writer at a time holds its lease. */
interface LogFile {
    /**
     * Creates the file and takes its lease.
     *
     * @param options attributes of the file
     * @throws IOException if the file exists or cannot be created
     */
    Output create(LogOptions options) throws IOException;

    /**
     * Takes the lease of a closed file, to write at its end. The content stays unchanged until the first write.
     *
     * @throws IOException if the file is missing, or another writer holds the lease
     */
    Output append() throws IOException;

    /**
     * Opens the current content.
     *
     * @throws IOException if the file is missing or cannot be read
     */
    Input open() throws IOException;

    /**
     * Returns the length of the file if no writer has it open, in bytes. Both are of the same time.
     *
     * @return the length; empty while a writer has the file open, because it is uncertain then
     * @throws IOException if the file is missing
     */
    OptionalLong closedLength() throws IOException;

    /**
     * Ends the lease of the current writer, whose later writes and syncs fail, and waits until the file is closed.
     *
     * @param timeout maximum wait
     * @throws IOException if the file is missing, or not closed after the timeout
     */
    void recover(Duration timeout) throws IOException;

    /** Returns the path, for messages. */
    String describe();

    /** End of the file, for its writer. After an exception, the bytes that were not synced may or may not be in the file. */
    interface Output extends Closeable {
        /** Returns the length of the file, in bytes. */
        long position();

        void write(byte[] bytes) throws IOException;

        /** Returns when all written bytes are on the disks of the file's replicas. */
        void sync() throws IOException;

        /** Whether a call failed because another writer has taken the lease, or the file was closed or deleted by others. */
        boolean isFenced(IOException failure);

        /** Releases the resources of a failed writer. The file may stay open until a recovery. */
        void abandon();
    }

    /** Content of the file at the time when it was opened. */
    interface Input extends Closeable {
        /** Returns the number of readable bytes. */
        long length();

        /**
         * Reads bytes below {@link #length}.
         *
         * @param offset offset in the file
         * @param into array to fill
         */
        void read(long offset, byte[] into) throws IOException;
    }
}
