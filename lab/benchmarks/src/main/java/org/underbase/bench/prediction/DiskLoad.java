package org.underbase.bench.prediction;

/**
 * Request to the client of part {@code disks}.
 *
 * @param run whether to run the reads and appends; otherwise to write the files
 * @param seed seed of the schedule
 * @param files number of files, each of one block
 * @param fileBytes size of each file
 * @param readsPerSecond mean number of reads per second
 * @param seconds duration of the schedule
 */
record DiskLoad(boolean run, long seed, int files, long fileBytes, double readsPerSecond, int seconds) {
    DiskLoad running() {
        return new DiskLoad(true, seed, files, fileBytes, readsPerSecond, seconds);
    }
}
