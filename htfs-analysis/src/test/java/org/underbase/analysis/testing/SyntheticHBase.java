package org.underbase.analysis.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;

/**
 * Generator of a synthetic HBase trace: RegionServers log, flush, compact, archive and serve reads, and a Master deletes old
 * logs. The same seed gives the same events.
 */
public final class SyntheticHBase {
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
    private static final String REGION = "0123456789abcdef0123456789abcdef";

    private final SplittableRandom random;
    private final List<TestEvent> events = new ArrayList<>();

    private SyntheticHBase(long seed) {
        random = new SplittableRandom(seed);
    }

    /**
     * Generates the events of a trace, in blocks of mixed processes, each process in approximately the order of time.
     *
     * @param servers number of RegionServers
     * @param rounds rounds of work of each RegionServer; a round is some hundred events
     */
    public static List<TestEvent> events(long seed, int servers, int rounds) {
        SyntheticHBase made = new SyntheticHBase(seed);
        TestProcess master = new TestProcess("m0", "7@1767225000000");
        master.in("cleaner").doing(Activity.LOGGING);
        for (int i = 0; i < servers; i++) {
            Server server = new Server("n" + i, made.random.split(), master);
            for (int round = 0; round < rounds; round++) {
                server.round(round);
            }
            made.events.addAll(server.process.events());
        }
        master.events().sort(Comparator.comparingLong(TestEvent::startNanos));
        made.events.addAll(master.events());
        return made.events;
    }

    private static final class Server {
        private final TestProcess process;
        private final TestProcess master;
        private final SplittableRandom random;
        private final String host;
        private final List<List<Store>> stores = new ArrayList<>();
        private String log = "";
        private long logStream;
        private long nanos = TestProcess.START_NANOS;
        private int names;

        private record Store(String path, long size, long stream) {}

        private Server(String host, SplittableRandom random, TestProcess master) {
            this.host = host;
            this.random = random;
            this.master = master;
            this.process = new TestProcess(host, "42@1767225000000");
            for (int i = 0; i < FAMILIES.length; i++) {
                stores.add(new ArrayList<>());
            }
        }

        private void round(int round) {
            if (round % 8 == 0) {
                rollLog();
            }
            for (int i = 0; i < 40; i++) {
                put();
                get();
            }
            int family = random.nextInt(FAMILIES.length);
            flush(family);
            if (stores.get(family).size() > 3) {
                compact(family);
            }
            if (random.nextInt(5) == 0) {
                pass(200);
                process.in("handler-0").doing(Activity.OTHER).failing("java.io.FileNotFoundException");
                process.call(Call.GET_FILE_STATUS, "/hbase/none", -1);
            }
        }

        private void rollLog() {
            process.in("AsyncFSWAL").doing(Activity.LOGGING);
            if (!log.isEmpty()) {
                String old = "/hbase/oldWALs/" + log.substring(log.lastIndexOf('/') + 1);
                process.rename(log, old);
                master.at(nanos + Duration.ofSeconds(60).toNanos()).delete(old);
            }
            pass(1000);
            log = "/hbase/WALs/" + host + ",16020,1/wal." + ++names;
            logStream = process.createWal(log, 3);
        }

        private void put() {
            process.in("AsyncFSWAL").doing(Activity.LOGGING);
            pass(500);
            process.writeWal(logStream, 100 + random.nextInt(2000));
            pass(300);
            process.syncWal(logStream);
        }

        private void get() {
            List<Store> family = stores.get(random.nextInt(FAMILIES.length));
            if (family.isEmpty()) {
                return;
            }
            Store store = family.get(random.nextInt(family.size()));
            process.in("handler-" + random.nextInt(5)).doing(Activity.READ);
            long at = random.nextLong(store.size());
            long bytes = Math.min(store.size() - at, 65_536);
            pass(700);
            process.pread(store.stream(), at, bytes);
            if (random.nextInt(3) == 0 && at + bytes < store.size()) {
                pass(100);
                process.pread(store.stream(), at + bytes, Math.min(store.size() - at - bytes, 65_536));
            }
        }

        private void flush(int family) {
            process.in("MemStoreFlusher.0").doing(Activity.FLUSH);
            stores.get(family).add(write(family, 20_000 + random.nextInt(1_000_000)));
        }

        private void compact(int family) {
            process.in("shortCompactions-0").doing(Activity.COMPACTION);
            List<Store> inputs = List.copyOf(stores.get(family));
            long size = 0;
            List<Long> streams = new ArrayList<>();
            for (Store input : inputs) {
                streams.add(process.open(input.path()));
            }
            for (long done = 0; !streams.isEmpty() && done < 64; done++) {
                for (int i = 0; i < inputs.size(); i++) {
                    long left = inputs.get(i).size() - done * 65_536;
                    if (left > 0) {
                        pass(50);
                        process.read(streams.get(i), Math.min(left, 65_536));
                        size += Math.min(left, 65_536);
                    }
                }
            }
            streams.forEach(process::closeInput);
            Store output = write(family, Math.max(1000, size * 9 / 10));
            process.in("discharger").doing(Activity.OTHER);
            for (Store input : inputs) {
                process.closeInput(input.stream());
                pass(900);
                process.rename(input.path(), input.path().replace("/hbase/data/", "/hbase/archive/data/"));
            }
            stores.get(family).clear();
            stores.get(family).add(output);
        }

        private Store write(int family, long size) {
            String region = "/hbase/data/default/messages/" + REGION.substring(0, 30) + host.charAt(1) + "0";
            String name = FAMILIES[family] + "/" + host + names++;
            long out = process.create(region + "/.tmp/" + name, 3);
            for (long left = size; left > 0; left -= 65_536) {
                pass(80);
                process.write(out, Math.min(left, 65_536));
            }
            process.closeOutput(out);
            pass(10);
            process.rename(region + "/.tmp/" + name, region + "/" + name);
            return new Store(region + "/" + name, size, process.open(region + "/" + name));
        }

        private void pass(long micros) {
            nanos += micros * 1000;
            process.at(nanos).taking(Duration.ofNanos(1000 + random.nextInt(3_000_000)));
        }
    }
}
