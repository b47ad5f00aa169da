package org.underbase.bench.analysis.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.FileIdentity;

/**
 * RegionServer with its stores, and the Master that deletes its archived files. Few stores, and few blocks of a file, serve
 * most reads.
 */
final class GeneratedServer {
    private static final String[] FAMILIES = {
        "Actions",
        "MessageMeta",
        "ThreadMeta",
        "PrefetchMeta",
        "Keywords",
        "ThreaderThread",
        "ThreadingIdx",
        "ActionLogIdx"
    };
    private static final int CHUNK = 1 << 16;
    private static final int LOG_ENTRY = 16_000;
    private static final int HANDLERS = 30;
    /** Files of a store that a minor compaction merges. */
    private static final int MERGED = 4;
    /** Compacted files of a store. */
    private static final int KEPT = 3;
    /** HBase reads the header of the next block with each block, in bytes. */
    private static final int NEXT_HEADER = 33;

    private static final long CLEANER_NANOS = 300_000_000_000L;

    /** Files of a column family of a region. */
    private static final class Store {
        private final String directory;
        private final String family;
        private final List<GeneratedFile> flushed = new ArrayList<>();
        private final ArrayDeque<GeneratedFile> compacted = new ArrayDeque<>();

        private Store(String directory, String family) {
            this.directory = directory;
            this.family = family;
        }

        private int size() {
            return flushed.size() + compacted.size();
        }

        private GeneratedFile file(int number) {
            return number < flushed.size()
                    ? flushed.get(number)
                    : compacted.stream()
                            .skip(number - flushed.size())
                            .findFirst()
                            .orElseThrow();
        }
    }

    private final int number;
    private final int eventsPerFile;
    private final SplittableRandom random;
    private final List<Store> stores = new ArrayList<>();
    private final GeneratedProcess server;
    private final GeneratedProcess master;
    private GeneratedFile log;
    private long logEnd;
    private long files;
    private long streams;

    GeneratedServer(Path dir, int number, TraceShape shape, SplittableRandom random) throws IOException {
        this.number = number;
        this.eventsPerFile = shape.eventsPerFile();
        this.random = random;
        this.server = new GeneratedProcess(dir, "n" + number, "regionserver", random.split());
        this.master = new GeneratedProcess(dir, "m" + number, "master", random.split());
        for (int region = 0; region < shape.regions(); region++) {
            String directory =
                    String.format("/hbase/data/default/messages/%032x", (long) number * shape.regions() + region);
            for (String family : FAMILIES) {
                stores.add(new Store(directory, family));
            }
        }
    }

    /** Writes at least some number of events, and returns how many there are. */
    long run(long events) throws IOException {
        try (server;
                master) {
            for (int round = 0; server.events() + master.events() < events; round++) {
                if (round % 32 == 0) {
                    rollLog();
                }
                int calls = Math.max(1, eventsPerFile / 5);
                for (int i = 0; i < calls; i++) {
                    put();
                    get();
                    get();
                }
                flush(stores.get(random.nextInt(stores.size())));
            }
            return server.events() + master.events();
        }
    }

    private GeneratedFile newFile(String path, long size) {
        long id = ++files;
        long unique = ((long) number << 40) + id;
        FileIdentity identity = new FileIdentity("ns", "BP-1", (1L << 30) + unique, "");
        return new GeneratedFile(id, unique, identity, size, path, ++streams);
    }

    private void rollLog() throws IOException {
        if (log != null) {
            archive(
                    "LogRoller",
                    log,
                    "/hbase/oldWALs" + log.path().substring(log.path().lastIndexOf('/')));
        }
        log = newFile("/hbase/WALs/n" + number + ",16020,1/n" + number + "." + files, 0);
        logEnd = 0;
        server.open("LogRoller", Call.WAL_OPEN, log, log.path(), log.stream(), "replication=3 blockSize=134217728");
    }

    private void put() throws IOException {
        long bytes = 100L + random.nextInt(LOG_ENTRY);
        server.stream("AsyncFSWAL-0", Call.WAL_WRITE, log, log.path(), log.stream(), logEnd, bytes);
        logEnd += bytes;
        server.stream("AsyncFSWAL-0", Call.WAL_SYNC, log, log.path(), log.stream(), logEnd, -1);
    }

    private int few(long of) {
        double uniform = random.nextDouble();
        return (int) (of * uniform * uniform * uniform);
    }

    private void get() throws IOException {
        Store store = stores.get(few(stores.size()));
        if (store.size() == 0) {
            return;
        }
        GeneratedFile file = store.file(random.nextInt(store.size()));
        String thread = "RpcServer.default.FPBQ.Fifo.handler=" + random.nextInt(HANDLERS);
        long block = (few(file.blocks()) * 7919L + file.id()) % file.blocks();
        do {
            long from = file.offset(block);
            long to = Math.min(file.size(), file.offset(block + 1) + NEXT_HEADER);
            server.stream(thread, Call.PREAD, file, file.path(), file.stream(), from, to - from);
            block++;
        } while (block < file.blocks() && random.nextInt(3) == 0);
    }

    private void flush(Store store) throws IOException {
        long chunks = Math.max(1, eventsPerFile / 20);
        store.flushed.add(write(store, "MemStoreFlusher.0", chunks * CHUNK - random.nextInt(CHUNK)));
        if (store.flushed.size() == MERGED) {
            compact(store);
        }
    }

    private void compact(Store store) throws IOException {
        String thread = "regionserver/n" + number + ":16020-shortCompactions-0";
        long size = 0;
        for (GeneratedFile input : store.flushed) {
            long stream = ++streams;
            server.open(thread, Call.OPEN, input, input.path(), stream, "");
            for (long at = 0; at < input.size(); at += CHUNK) {
                server.stream(thread, Call.READ, input, input.path(), stream, at, Math.min(CHUNK, input.size() - at));
            }
            server.stream(thread, Call.CLOSE_INPUT, input, input.path(), stream, input.size(), -1);
            size += input.size();
        }
        store.compacted.add(write(store, thread, size * 9 / 10));
        List<GeneratedFile> ended = new ArrayList<>(store.flushed);
        store.flushed.clear();
        if (store.compacted.size() > KEPT) {
            ended.add(store.compacted.remove());
        }
        for (GeneratedFile file : ended) {
            String discharger = "RS_COMPACTED_FILES_DISCHARGER-0";
            server.stream(discharger, Call.CLOSE_INPUT, file, file.path(), file.stream(), 0, -1);
            archive(discharger, file, file.path().replace("/hbase/data/", "/hbase/archive/data/"));
        }
    }

    private GeneratedFile write(Store store, String thread, long size) throws IOException {
        String name = "/" + store.family + String.format("/%08x%04x", files, number);
        GeneratedFile file = newFile(store.directory + name, size);
        String temporary = store.directory + "/.tmp" + name;
        long stream = ++streams;
        server.open(thread, Call.CREATE, file, temporary, stream, "replication=3 blockSize=134217728");
        for (long at = 0; at < size; at += CHUNK) {
            server.stream(thread, Call.WRITE, file, temporary, stream, at, Math.min(CHUNK, size - at));
        }
        server.stream(thread, Call.CLOSE_OUTPUT, file, temporary, stream, size, -1);
        server.call(thread, Call.RENAME, file, temporary, file.path(), "");
        server.open("StoreFileOpener-" + store.family + "-1", Call.OPEN, file, file.path(), file.stream(), "");
        return file;
    }

    private void archive(String thread, GeneratedFile file, String to) throws IOException {
        server.call(thread, Call.RENAME, file, file.path(), to, "");
        master.at(server.nanos() + CLEANER_NANOS);
        master.call("HFileCleaner.small.0", Call.DELETE, file, to, "", "");
    }
}
