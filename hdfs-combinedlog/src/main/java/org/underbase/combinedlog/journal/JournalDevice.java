package org.underbase.combinedlog.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.LongConsumer;

/** Where the files of a journal are: a directory, or in tests a disk that forgets what was not forced. */
public interface JournalDevice extends Closeable {
    /**
     * Lists the files.
     *
     * @return names in no order
     * @throws IOException where the directory cannot be read
     */
    List<String> list() throws IOException;

    /**
     * Opens a file that is there.
     *
     * @param name its name
     * @return the file
     * @throws IOException where it is not there or cannot be opened
     */
    JournalFile open(String name) throws IOException;

    /**
     * Creates a file full of zeros that is on disk, with its name, when this returns. An older file of that name is
     * replaced.
     *
     * @param name its name
     * @param size bytes
     * @param rest called with the nanoseconds of each step, to spread the work over time
     * @return the file
     * @throws IOException where there is no room or the disk refuses; no file is left then
     */
    JournalFile create(String name, long size, LongConsumer rest) throws IOException;

    /**
     * Deletes a file; it may be gone already.
     *
     * @param name its name
     * @throws IOException where the directory cannot be written
     */
    void delete(String name) throws IOException;

    /**
     * Names the place, for messages.
     *
     * @return the directory
     */
    String describe();
}
