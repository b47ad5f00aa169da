package org.underbase.combinedlog.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.underbase.combinedlog.cli.DatanodeStorages.Checked;
import org.underbase.combinedlog.client.DirectoryModes;
import org.underbase.combinedlog.client.PlacementCheck;
import org.underbase.combinedlog.mode.SyncMode;
import org.underbase.operator.output.JsonText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code underbase combinedlog directory check}. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Count the replicas below directories that do not have the mode of the directory.",
            "",
            "HDFS silently places replicas on other storage types if those of the storage policy are full or missing. One such "
                    + "replica suffices for a block to lose acknowledged bytes in a power failure. Files that are older than the "
                    + "mode are counted as well. The command lists all files below the directories, with their blocks."
        },
        footerHeading = "%nExamples:%n",
        footer = "  underbase combinedlog directory check --datanodes --json /hbase/WALs",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all replicas, and with --datanodes all DataNodes, have the mode",
            "1:failure",
            "2:invalid usage",
            "3:replicas, files or DataNodes do not have the mode"
        })
final class DirectoryCheckCommand implements Callable<Integer> {
    private static final int INCOMPLETE = 3;

    @Option(
            names = "--datanodes",
            description =
                    "Also check that each live DataNode with a storage of the selected types has a combined log with "
                            + "the mode. Requires the HDFS superuser.")
    private boolean datanodes;

    @Mixin
    private DirectoryTarget target;

    @Override
    public Integer call() throws IOException {
        return target.connect(this::check);
    }

    private int check(DistributedFileSystem fileSystem, Configuration conf, DirectoryModes modes) throws IOException {
        List<PlacementCheck> all = new ArrayList<>();
        Map<StorageType, SyncMode> required = new EnumMap<>(StorageType.class);
        for (Path each : target.paths()) {
            PlacementCheck checked = modes.check(each);
            all.add(checked);
            if (checked.mode() != SyncMode.STOCK) {
                // A storage type has one mode in all directories.
                modes.show(each).storageTypes().forEach(type -> required.put(type, checked.mode()));
            }
        }
        List<Checked> nodes = datanodes ? DatanodeStorages.check(fileSystem, conf, required) : List.of();
        print(all, nodes);
        boolean complete = all.stream().allMatch(PlacementCheck::complete)
                && nodes.stream().allMatch(each -> each.problem().isEmpty());
        return complete ? 0 : INCOMPLETE;
    }

    private void print(List<PlacementCheck> all, List<Checked> nodes) {
        PrintWriter out = target.out();
        if (target.json()) {
            ObjectNode root = JsonText.object();
            ArrayNode directories = root.putArray("directories");
            all.forEach(each -> put(directories.addObject(), each));
            if (datanodes) {
                ArrayNode list = root.putArray("datanodes");
                nodes.forEach(each -> put(list.addObject(), each));
            }
            out.println(JsonText.of(root));
            return;
        }
        all.forEach(each -> print(out, each));
        nodes.stream()
                .filter(each -> !each.problem().isEmpty())
                .forEach(each -> out.println("DataNode " + each.datanode() + ": " + each.problem()));
    }

    private static void print(PrintWriter out, PlacementCheck check) {
        out.println(check.path() + " (" + check.mode() + "): " + check.files() + " files, " + check.openFiles()
                + " open, replicas " + new TreeMap<>(check.replicas()) + ", " + check.misplacedReplicas()
                + " misplaced, in " + check.misplacedOpenFiles() + " open files; " + check.erasureCodedFiles()
                + " erasure-coded files");
        check.misplacedFiles().forEach(each -> out.println("  misplaced: " + each));
    }

    private static void put(ObjectNode into, PlacementCheck check) {
        into.put("path", check.path().toString());
        into.put("mode", check.mode().toString());
        into.put("complete", check.complete());
        into.put("files", check.files());
        into.put("openFiles", check.openFiles());
        into.put("erasureCodedFiles", check.erasureCodedFiles());
        ObjectNode replicas = into.putObject("replicas");
        for (Map.Entry<StorageType, Long> each : new TreeMap<>(check.replicas()).entrySet()) {
            replicas.put(each.getKey().toString(), each.getValue());
        }
        into.put("misplacedReplicas", check.misplacedReplicas());
        into.put("misplacedOpenFiles", check.misplacedOpenFiles());
        ArrayNode files = into.putArray("misplacedFiles");
        check.misplacedFiles().forEach(each -> files.add(each.toString()));
    }

    private static void put(ObjectNode into, Checked datanode) {
        into.put("datanode", datanode.datanode());
        into.put("storages", datanode.storages());
        into.put("freeBytes", datanode.freeBytes());
        JsonText.put(into, "problem", Optional.of(datanode.problem()).filter(text -> !text.isEmpty()));
    }
}
