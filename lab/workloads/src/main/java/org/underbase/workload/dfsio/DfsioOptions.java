package org.underbase.workload.dfsio;

import java.time.Duration;
import org.apache.hadoop.fs.Path;

/**
 * Options of {@link Dfsio}.
 *
 * @param directory directory of the files, created if missing
 * @param files number of files
 * @param fileSize size of each file, in bytes
 * @param threads number of concurrent threads; each file is written and read by one
 * @param request size of one write or read, in bytes, at most 1 MiB
 * @param seed seed of contents and random offsets
 * @param verify whether data read is compared with the data written
 * @param stall maximum duration of one request
 * @param reportEvery interval of progress reports
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
            throw new IllegalArgumentException(
                    "invalid files: at least 1 file of at least 1 byte is needed, not " + files + " of " + fileSize);
        }
        if (threads < 1 || threads > 10_000) {
            throw new IllegalArgumentException("the number of threads must be between 1 and 10000: " + threads);
        }
        if (request < 1 || request > Pattern.PERIOD) {
            throw new IllegalArgumentException("a request must be between 1 byte and 1 MiB: " + request);
        }
    }

    /** Creates options with the defaults: 1 MiB requests, seed 1, no verification, five minutes for a stall. */
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

    /** Copies these options with verification. */
    public DfsioOptions verified() {
        return new DfsioOptions(directory, files, fileSize, threads, request, seed, true, stall, reportEvery);
    }

    /** Copies these options with another request size, in bytes. */
    public DfsioOptions request(int bytes) {
        return new DfsioOptions(directory, files, fileSize, threads, bytes, seed, verify, stall, reportEvery);
    }

    Path file(int number) {
        return new Path(directory, String.format("dfsio-%05d", number));
    }
}
