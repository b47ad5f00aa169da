package org.underbase.analysis.catalog;

import org.underbase.analysis.operator.ProcessKey;

/** Keys of the files of a trace by their ids in each process. */
public interface FileKeys {
    /** Returns the number of a process; -1 if it is unknown. */
    int process(ProcessKey process);

    /**
     * Returns the keys of the files that an id means.
     *
     * @param process number of the process
     * @param id id of the files in that process
     * @return the keys; null if the id is unknown
     */
    LocalKeys.OfId ofId(int process, long id);

    /**
     * Returns the key of a file.
     *
     * @param process number of the process
     * @param id id of the file in that process
     * @param nanos start of the call on the file, in nanoseconds since the epoch
     * @return the key; -1 if the file is unknown
     */
    default int key(int process, long id, long nanos) {
        LocalKeys.OfId keys = ofId(process, id);
        return keys == null ? -1 : keys.at(nanos);
    }
}
