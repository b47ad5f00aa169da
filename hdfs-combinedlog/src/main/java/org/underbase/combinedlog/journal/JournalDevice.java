package org.underbase.combinedlog.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.LongConsumer;

/** Location of a journal's files: a directory, or in tests a disk that loses unsynced bytes. */
public interface JournalDevice extends Closeable {
    /** Suffix of a file that is being created; such a file is void after a crash. */
    String TEMPORARY = ".tmp";
    /** Action for a file with a name of the journal that is not a regular file. */
    String MOVE_AWAY = "move it away";

    /**
     * Lists the files.
     *
     * @return file names, unordered
     * @throws IOException if the directory cannot be read
     */
    List<String> list() throws IOException;

    /**
     * Opens an existing file.
     *
     * @param name file name
     * @return the file
     * @throws IOException if the file does not exist or cannot be opened
     */
    JournalFile open(String name) throws IOException;

    /**
     * Creates a file of zeros. File and name are on disk when this returns. Replaces an older file of that name.
     *
     * @param name file name
     * @param size size in bytes
     * @param rest called with the duration of each step in nanoseconds, to spread the work over time; an exception of it cancels
     *     the creation
     * @return the file
     * @throws IOException if the disk is full or fails; no file remains then, nor after an exception of {@code rest}
     */
    JournalFile create(String name, long size, LongConsumer rest) throws IOException;

    /**
     * Deletes a file, if it exists.
     *
     * @param name file name
     * @throws IOException if the directory cannot be written
     */
    void delete(String name) throws IOException;

    /**
     * Describes the location for messages.
     *
     * @return path of the directory
     */
    String describe();
}
