package org.underbase.localcompact.soak;

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
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.ResultScanner;
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

/** Client of the soak's tables, with a model of each. Not thread-safe. */
final class TableClient implements Closeable {
    private static final int BATCH = 100;
    private static final int MORE_WRITES = 40;
    /** Larger than the size limit of a minor compaction in one flush, while three times {@link Scale#writes} are smaller. */
    private static final int MANY_WRITES = 2000;

    private static final int MINOR_FILES = 3;
    private static final long MINOR_MAX_BYTES = 700_000;
    private static final String DISABLED_SPLITS = "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy";
    private static final String DATA = "/hbase/data/default/";
    private static final Pattern LACKING =
            Pattern.compile("(Under-replicated blocks|Missing blocks|Corrupt blocks):\\s+([1-9]\\d*)");

    private final Configuration conf;
    private final Scale scale;
    private final Connection connection;
    private final DistributedFileSystem fs;
    private final Map<String, TableModel> models = new HashMap<>();

    TableClient(Configuration conf, Scale scale) throws IOException {
        this.conf = conf;
        this.scale = scale;
        this.fs = (DistributedFileSystem) FileSystem.newInstance(conf);
        this.connection = ConnectionFactory.createConnection(conf);
    }

    TableResponse execute(TableRequest request) throws IOException {
        String table = request.tables().isEmpty() ? "" : request.tables().get(0);
        return switch (request.operation()) {
            case CREATE -> create(request.tables());
            case FILL -> fill(table, new Random(request.seed()));
            case WRITE -> write(table, new Random(request.seed()), MORE_WRITES, Durability.USE_DEFAULT);
            case COMPACT -> compact(table);
            case FILES -> files(table);
            case LOCATE -> locate(table);
            case CHECK -> check(table);
            case HEALTH -> new TableResponse("", health(table), 0);
            case DROP -> drop(request.tables());
        };
    }

    private static TableResponse done() {
        return new TableResponse("", List.of(), 0);
    }

    private TableResponse create(List<String> tables) throws IOException {
        try (Admin admin = connection.getAdmin()) {
            // Regions move only when their server exits.
            admin.balancerSwitch(false, true);
            List<Future<Void>> created = new ArrayList<>();
            for (String table : tables) {
                if (!admin.tableExists(TableName.valueOf(table))) {
                    created.add(admin.createTableAsync(descriptor(table)));
                }
                models.putIfAbsent(table, new TableModel(scale));
            }
            await(created);
        }
        return done();
    }

    private static TableDescriptor descriptor(String table) {
        TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(TableName.valueOf(table))
                .setRegionSplitPolicyClassName(DISABLED_SPLITS)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(TableModel.FAMILY)
                        .setMaxVersions(TableModel.VERSIONS)
                        .build());
        if (Schedule.isMinor(table)) {
            builder.setValue("hbase.hstore.compaction.min", Integer.toString(MINOR_FILES))
                    .setValue("hbase.hstore.compaction.max", Integer.toString(MINOR_FILES))
                    .setValue("hbase.hstore.compaction.max.size", Long.toString(MINOR_MAX_BYTES));
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

    private TableResponse fill(String table, Random random) throws IOException {
        boolean minor = Schedule.isMinor(table);
        int flushes =
                minor ? MINOR_FILES : scale.minFlushes() + random.nextInt(scale.maxFlushes() - scale.minFlushes() + 1);
        // The flush follows at once, and no fault is active.
        Durability durability = scale.isLarge() ? Durability.SKIP_WAL : Durability.USE_DEFAULT;
        try (Admin admin = connection.getAdmin()) {
            if (minor) {
                // Otherwise HBase compacts after the last flush.
                admin.compactionSwitch(false, List.of());
                write(table, random, MANY_WRITES, durability);
                admin.flush(TableName.valueOf(table));
            }
            for (int i = 0; i < flushes; i++) {
                write(table, random, scale.writes(), durability);
                admin.flush(TableName.valueOf(table));
            }
            if (minor) {
                admin.compactionSwitch(true, List.of());
            }
        }
        // These rows are only in the WAL, so a killed server's WAL must be replayed.
        return write(table, random, MORE_WRITES, Durability.USE_DEFAULT);
    }

    private TableResponse write(String name, Random random, int count, Durability durability) throws IOException {
        try (Table table = connection.getTable(TableName.valueOf(name))) {
            for (int left = count; left > 0; left -= BATCH) {
                List<Mutation> writes = models.get(name).writes(random, Math.min(left, BATCH));
                writes.forEach(write -> write.setDurability(durability));
                table.batch(writes, new Object[writes.size()]);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        return new TableResponse("", List.of(), count);
    }

    private TableResponse compact(String table) throws IOException {
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

    private TableResponse files(String table) throws IOException {
        List<String> lines = new ArrayList<>();
        for (LocatedFileStatus file : storeFiles(table)) {
            lines.add(file.getPath().getName());
        }
        long count = lines.size();
        try (Admin admin = connection.getAdmin()) {
            lines.add(admin.getCompactionState(TableName.valueOf(table)).name());
        }
        return new TableResponse("", lines, count);
    }

    private TableResponse locate(String table) throws IOException {
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
        return new TableResponse("", lines, 0);
    }

    private TableResponse check(String name) throws IOException {
        TableModel model = models.get(name);
        try (Table table = connection.getTable(TableName.valueOf(name));
                ResultScanner scanner = table.getScanner(new Scan()
                        .readVersions(TableModel.VERSIONS)
                        .setCaching(200)
                        .setCacheBlocks(false))) {
            return new TableResponse("", model.differences(scanner), model.size());
        }
    }

    /** Checks all of HDFS, and leftovers of HBase in a table unless its name is empty. */
    private List<String> health(String table) throws IOException {
        List<String> wrong = new ArrayList<>();
        String report = fsck();
        if (!report.contains("is HEALTHY")) {
            report.lines().filter(line -> line.startsWith("/")).limit(10).forEach(wrong::add);
            wrong.add("fsck does not report HEALTHY");
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
                wrong.add("open file " + each.getFilePath() + " of " + each.getClientName());
            }
        }
        if (!table.isEmpty()) {
            wrong.addAll(leftovers(table));
        }
        return wrong;
    }

    /** Lists uncommitted outputs, which their writers must delete. */
    private List<String> leftovers(String table) throws IOException {
        List<String> wrong = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> files = fs.listFiles(new Path(DATA + table), true);
        while (files.hasNext()) {
            String path = files.next().getPath().toUri().getPath();
            // Only files of regions: the table's own temporary directory contains its descriptor.
            if (path.contains("/.tmp/") && path.contains("/f/")) {
                wrong.add("leftover file " + path);
            }
        }
        return wrong;
    }

    private String fsck() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8)) {
            // With default intervals, a WAL of stock HBase may lack the replica of a killed DataNode for long.
            new DFSck(conf, out).run(new String[] {scale.isLarge() ? DATA : "/"});
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
        return text.toString(StandardCharsets.UTF_8);
    }

    private TableResponse drop(List<String> tables) throws IOException {
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

    static Configuration withLongTimeouts(Configuration conf) {
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
