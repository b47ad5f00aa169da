package org.underbase.bench.combinedlog.journal;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import org.apache.bookkeeper.bookie.Journal;
import org.apache.bookkeeper.bookie.LedgerDirsManager;
import org.apache.bookkeeper.conf.ServerConfiguration;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.apache.bookkeeper.util.DiskChecker;
import org.underbase.bench.combinedlog.load.Task;

/** BookKeeper's journal, without a bookie and a network. It acknowledges an entry when the entry is on disk. */
final class BookieJournal implements JournalUnderTest {
    private static final int NAMES = 2 * Long.BYTES;
    private static final float FULL = 0.99f;
    private static final float WARN = 0.98f;
    private static final int OK = 0;

    private final Journal journal;

    BookieJournal(Path directory, JournalConfiguration configuration) throws IOException {
        Path ledgers = Files.createDirectories(directory.resolve("ledgers").resolve("current"));
        Path journals = Files.createDirectories(directory.resolve("journal"));
        ServerConfiguration conf = new ServerConfiguration();
        conf.setJournalDirName(journals.toString());
        conf.setLedgerDirNames(new String[] {ledgers.getParent().toString()});
        conf.setJournalSyncData(true);
        configuration.apply(conf);
        LedgerDirsManager manager =
                new LedgerDirsManager(conf, new File[] {ledgers.toFile()}, new DiskChecker(FULL, WARN));
        journal = new Journal(
                0, journals.toFile(), conf, manager, NullStatsLogger.INSTANCE, PooledByteBufAllocator.DEFAULT);
        journal.start();
    }

    @Override
    public Task writer(int number) {
        return new Writer(number);
    }

    /** Writer of a ledger's entries. */
    private final class Writer implements Task {
        private final long ledger;
        private final Semaphore done = new Semaphore(0);
        private final byte[] payload = new byte[RECORD_BYTES - NAMES];
        private long entry;
        private volatile int result;

        Writer(int number) {
            ledger = number;
        }

        @Override
        public void execute() throws IOException, InterruptedException {
            ByteBuf record = Unpooled.buffer(RECORD_BYTES);
            record.writeLong(ledger).writeLong(entry).writeBytes(payload);
            journal.logAddEntry(
                    ledger,
                    entry++,
                    record,
                    false,
                    (code, ledgerId, entryId, address, context) -> {
                        result = code;
                        done.release();
                    },
                    null);
            done.acquire();
            if (result != OK) {
                throw new IOException("BookKeeper's journal failed an entry with code " + result);
            }
        }
    }

    @Override
    public void close() {
        journal.shutdown();
    }
}
