package org.underbase.analysis.catalog;

import org.underbase.analysis.operator.ProcessKey;

/** Keys of the files of a trace by their ids in each process. */
public interface FileKeys {
    /** Returns the number of a process; -1 if it is unknown. */
    int process(ProcessKey process);

    /**
     * Returns the key of a file.
     *
     * @param process number of the process
     * @param id id of the file in that process
     * @param nanos start of the call on the file, in nanoseconds since the epoch
     * @return the key; -1 if the file is unknown
     */
    int key(int process, long id, long nanos);
}
