package org.underbase.bench.soak.localcompact;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.OpenFileEntry;
import org.apache.hadoop.hdfs.protocol.OpenFilesIterator.OpenFilesType;
import org.apache.hadoop.hdfs.tools.DFSck;

/** The tables of the soak, and what each must have. Not thread-safe. */
final class TableClient implements Closeable {
    private static final int MIN_FLUSHES = 3;
    private static final int MAX_FLUSHES = 5;
    private static final int WRITES = 350;
    private static final int MORE_WRITES = 40;
    /** Flushed at once this is more than what a minor compaction takes, and three times {@link #WRITES} are less. */
    private static final int MANY_WRITES = 2000;

    private static final int MINOR_FILES = 3;
    private static final long MINOR_LARGEST = 700_000;
    private static final String DATA = "/hbase/data/default/";
    private static final Pattern LACKING =
            Pattern.compile("(Under-replicated blocks|Missing blocks|Corrupt blocks):\\s+([1-9]\\d*)");

    private final Configuration conf;
    private final Connection connection;
    private final DistributedFileSystem fs;
    private final Map<String, Model> models = new HashMap<>();

    TableClient(Configuration conf) throws IOException {
        this.conf = conf;
        this.fs = (DistributedFileSystem) FileSystem.newInstance(conf);
        this.connection = ConnectionFactory.createConnection(conf);
    }

    Answer answer(Ask ask) throws IOException {
        String table = ask.tables().isEmpty() ? "" : ask.tables().get(0);
        return switch (ask.what()) {
            case CREATE -> create(ask.tables());
            case FILL -> fill(table, new Random(ask.seed()));
            case WRITE -> write(table, new Random(ask.seed()), MORE_WRITES);
            case COMPACT -> compact(table);
            case FILES -> files(table);
            case PLACE -> place(table);
            case CHECK -> check(table);
            case HEALTH -> new Answer("", health(table), 0);
            case DROP -> drop(ask.tables());
        };
    }

    private static Answer done() {
        return new Answer("", List.of(), 0);
    }

    private Answer create(List<String> tables) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            // Regions move only when their server dies.
            admin.balancerSwitch(false, true);
            List<Future<Void>> made = new ArrayList<>();
            for (String table : tables) {
                if (!admin.tableExists(TableName.valueOf(table))) {
                    made.add(admin.createTableAsync(descriptor(table)));
                }
                models.putIfAbsent(table, new Model());
            }
            await(made);
        }
        return done();
    }

    private static TableDescriptor descriptor(String table) {
        TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(TableName.valueOf(table))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(Model.FAMILY)
                        .setMaxVersions(Model.VERSIONS)
                        .build());
        if (Schedule.isMinor(table)) {
            builder.setValue("hbase.hstore.compaction.min", Integer.toString(MINOR_FILES))
                    .setValue("hbase.hstore.compaction.max", Integer.toString(MINOR_FILES))
                    .setValue("hbase.hstore.compaction.max.size", Long.toString(MINOR_LARGEST));
        }
        return builder.build();
    }

    private static void await(List<Future<Void>> all) throws IOException {
        for (Future<Void> each : all) {
            try {
                each.get();
            } catch (ExecutionException e) {
                throw new IOException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
        }
    }

    private Answer fill(String table, Random random) throws IOException {
        boolean minor = Schedule.isMinor(table);
        int flushes = minor ? MINOR_FILES : MIN_FLUSHES + random.nextInt(MAX_FLUSHES - MIN_FLUSHES + 1);
        try (Admin admin = connection.getAdmin()) {
            if (minor) {
                // HBase would compact at the last flush.
                admin.compactionSwitch(false, List.of());
                write(table, random, MANY_WRITES);
                admin.flush(TableName.valueOf(table));
            }
            for (int i = 0; i < flushes; i++) {
                write(table, random, WRITES);
                admin.flush(TableName.valueOf(table));
            }
            if (minor) {
                admin.compactionSwitch(true, List.of());
            }
        }
        // What is in the log alone is there as well when its server has died.
        return write(table, random, MORE_WRITES);
    }

    private Answer write(String name, Random random, int count) throws IOException {
        List<Row> writes = models.get(name).writes(random, count);
        Object[] results = new Object[writes.size()];
        try (Table table = connection.getTable(TableName.valueOf(name))) {
            table.batch(writes, results);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        return new Answer("", List.of(), count);
    }

    private Answer compact(String table) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            if (Schedule.isMinor(table)) {
                admin.compact(TableName.valueOf(table));
            } else {
                admin.majorCompact(TableName.valueOf(table));
            }
        }
        return done();
    }

    private List<LocatedFileStatus> storeFiles(String table) throws IOException {
        List<LocatedFileStatus> files = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> all = fs.listFiles(new Path(DATA + table), true);
        while (all.hasNext()) {
            LocatedFileStatus each = all.next();
            Path parent = each.getPath().getParent();
            if (parent.getName().equals("f") && !parent.getParent().getName().equals(".tmp")) {
                files.add(each);
            }
        }
        return files;
    }

    private Answer files(String table) throws IOException {
        List<String> lines = new ArrayList<>();
        for (LocatedFileStatus file : storeFiles(table)) {
            lines.add(file.getPath().getName());
        }
        long count = lines.size();
        try (Admin admin = connection.getAdmin()) {
            lines.add(admin.getCompactionState(TableName.valueOf(table)).name());
        }
        return new Answer("", lines, count);
    }

    private Answer place(String table) throws IOException {
        List<String> lines = new ArrayList<>();
        try (RegionLocator locator = connection.getRegionLocator(TableName.valueOf(table))) {
            lines.add(locator.getRegionLocation(new byte[0], true).getHostname());
        }
        Set<String> holders = null;
        for (LocatedFileStatus file : storeFiles(table)) {
            for (LocatedBlock block : fs.getClient()
                    .getLocatedBlocks(file.getPath().toUri().getPath(), 0, Long.MAX_VALUE)
                    .getLocatedBlocks()) {
                Set<String> here = new HashSet<>();
                for (DatanodeInfo node : block.getLocations()) {
                    here.add(node.getHostName());
                }
                if (holders == null) {
                    holders = here;
                } else {
                    holders.retainAll(here);
                }
            }
        }
        if (holders != null) {
            holders.stream().sorted().forEach(lines::add);
        }
        return new Answer("", lines, 0);
    }

    private Answer check(String name) throws IOException {
        Model model = models.get(name);
        try (Table table = connection.getTable(TableName.valueOf(name));
                ResultScanner scanner = table.getScanner(
                        new Scan().readVersions(Model.VERSIONS).setCaching(200).setCacheBlocks(false))) {
            return new Answer("", model.differences(scanner), model.size());
        }
    }

    /** Of all of HDFS, and with a table also what HBase itself may leave of it. */
    private List<String> health(String table) throws IOException {
        List<String> wrong = new ArrayList<>();
        String report = fsck();
        if (!report.contains("is HEALTHY")) {
            report.lines().filter(line -> line.startsWith("/")).limit(10).forEach(wrong::add);
            wrong.add("fsck does not say that it is healthy");
        }
        Matcher lacking = LACKING.matcher(report);
        while (lacking.find()) {
            wrong.add(lacking.group());
        }
        RemoteIterator<OpenFileEntry> open = fs.listOpenFiles(EnumSet.of(OpenFilesType.ALL_OPEN_FILES), DATA);
        while (open.hasNext()) {
            OpenFileEntry each = open.next();
            if (each.getClientName().startsWith("LC_")
                    || (!table.isEmpty() && each.getFilePath().startsWith(DATA + table + "/"))) {
                wrong.add(each.getFilePath() + " is open by " + each.getClientName());
            }
        }
        if (!table.isEmpty()) {
            wrong.addAll(leftBehind(table));
        }
        return wrong;
    }

    /** Outputs that were not published, which whoever wrote them deletes. */
    private List<String> leftBehind(String table) throws IOException {
        List<String> wrong = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> files = fs.listFiles(new Path(DATA + table), true);
        while (files.hasNext()) {
            String path = files.next().getPath().toUri().getPath();
            // Of a region, not of its table: there is a descriptor of that.
            if (path.contains("/.tmp/") && path.contains("/f/")) {
                wrong.add(path + " was left behind");
            }
        }
        return wrong;
    }

    private String fsck() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8)) {
            new DFSck(conf, out).run(new String[] {"/"});
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
        return text.toString(StandardCharsets.UTF_8);
    }

    private Answer drop(List<String> tables) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            List<Future<Void>> disabled = new ArrayList<>();
            for (String table : tables) {
                if (admin.tableExists(TableName.valueOf(table)) && admin.isTableEnabled(TableName.valueOf(table))) {
                    disabled.add(admin.disableTableAsync(TableName.valueOf(table)));
                }
            }
            await(disabled);
            List<Future<Void>> deleted = new ArrayList<>();
            for (String table : tables) {
                if (admin.tableExists(TableName.valueOf(table))) {
                    deleted.add(admin.deleteTableAsync(TableName.valueOf(table)));
                }
                models.remove(table);
            }
            await(deleted);
        }
        return done();
    }

    @Override
    public void close() throws IOException {
        connection.close();
        fs.close();
    }

    static Configuration patient(Configuration conf) {
        conf.setInt("hbase.rpc.timeout", 15_000);
        conf.setInt("hbase.client.pause", 100);
        conf.setInt("hbase.client.operation.timeout", 120_000);
        conf.setInt("hbase.client.retries.number", 60);
        return conf;
    }

    static String describe(Exception e) {
        return e.toString().lines().findFirst().orElse("");
    }
}
