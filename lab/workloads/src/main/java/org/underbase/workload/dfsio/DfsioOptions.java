package org.underbase.workload.dfsio;

import java.time.Duration;
import org.apache.hadoop.fs.Path;

/**
 * What {@link Dfsio} reads and writes.
 *
 * @param directory where the files are; made when it is missing
 * @param files number of files
 * @param fileSize bytes of each file
 * @param threads how many work at the same time; each file is written and read by one
 * @param request bytes of one write or sequential read, at most 1 MiB
 * @param seed of contents and of random offsets
 * @param verify whether what is read is compared with what must be there
 * @param stall longest time one request may take
 * @param reportEvery distance of reports of progress
 */
public record DfsioOptions(
        Path directory,
        int files,
        long fileSize,
        int threads,
        int request,
        long seed,
        boolean verify,
        Duration stall,
        Duration reportEvery) {
    public DfsioOptions {
        if (files < 1 || fileSize < 1) {
            throw new IllegalArgumentException("there must be at least one file of at least one byte");
        }
        if (threads < 1 || threads > 10_000) {
            throw new IllegalArgumentException("the number of threads must be between 1 and 10000: " + threads);
        }
        if (request < 1 || request > Pattern.PERIOD) {
            throw new IllegalArgumentException("a request must be between 1 byte and 1 MiB: " + request);
        }
    }

    /** Options that suit most: 1 MiB requests, seed 1, no verification, five minutes for a stall. */
    public static DfsioOptions of(Path directory, int files, long fileSize, int threads) {
        return new DfsioOptions(
                directory,
                files,
                fileSize,
                threads,
                Pattern.PERIOD,
                1,
                false,
                Duration.ofMinutes(5),
                Duration.ofSeconds(5));
    }

    /** The same with verification of what is read. */
    public DfsioOptions verified() {
        return new DfsioOptions(directory, files, fileSize, threads, request, seed, true, stall, reportEvery);
    }

    /** The same with requests of another size. */
    public DfsioOptions request(int bytes) {
        return new DfsioOptions(directory, files, fileSize, threads, bytes, seed, verify, stall, reportEvery);
    }

    Path file(int number) {
        return new Path(directory, String.format("dfsio-%05d", number));
    }
}
