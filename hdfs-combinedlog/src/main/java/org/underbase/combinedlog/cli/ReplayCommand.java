package org.underbase.combinedlog.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.underbase.combinedlog.block.JournalContents;
import org.underbase.combinedlog.block.ReplayReport;
import org.underbase.combinedlog.datanode.DataDirectory;
import org.underbase.combinedlog.datanode.JournalLocation;
import org.underbase.combinedlog.datanode.OfflineReplay;
import org.underbase.combinedlog.journal.DirectoryLock;
import org.underbase.combinedlog.journal.JournalView;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.PrintableText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command {@code underbase combinedlog replay}. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Replay and empty the journal of a stopped DataNode that did not stop cleanly.",
            "",
            "The command restores synced bytes in the block files, so that a DataNode without a combined log can be started "
                    + "on the data directories. After a clean stop it does nothing. It can be interrupted and repeated. Run "
                    + "it as the DataNode's user, with all data directories of the DataNode."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase combinedlog replay --dry-run --conf /etc/hadoop/conf",
            "  underbase combinedlog replay --remove --conf /etc/hadoop/conf",
            "  underbase combinedlog replay --data-dir /disk1/hdfs --data-dir /disk2/hdfs --journal-dir /journal"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the journal is empty; with --dry-run, a replay would succeed",
            "1:failure; standard error contains the reason in one line, and the journal keeps its records",
            "2:invalid usage",
            "3:as 0, but fsynced data is missing: see the report"
        })
final class ReplayCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Data directory of the DataNode; repeatable. Default: dfs.datanode.data.dir.")
    private List<Path> dataDirectories = new ArrayList<>();

    @Option(
            names = "--journal-dir",
            paramLabel = "DIR",
            description = "Directory of the journal. Default: the directory that the data directories name, else "
                    + "dfs.datanode.combinedlog.dir, else combinedlog in the first data directory.")
    private Path journalDirectory = DatanodeOptions.UNSET;

    @Mixin
    private DatanodeOptions datanode;

    @Option(
            names = "--discard-storage",
            paramLabel = "STORAGE",
            description = "ID of a storage whose disk is permanently lost: discard its records. Repeatable.")
    private Set<String> discarded = Set.of();

    @Option(
            names = "--dry-run",
            description = "Check everything and report the expected result without changing anything.")
    private boolean dryRun;

    @Option(names = "--remove", description = "Delete the journal afterwards; other files remain.")
    private boolean remove;

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Map<String, Path> storages = storages();
        Path journal = journal(List.copyOf(storages.values()));
        if (!Files.exists(journal)) {
            throw new IOException("no journal in " + journal + ": if it was moved, use --journal-dir");
        }
        requireStopped(journal, storages.values());
        PrintWriter out = spec.commandLine().getOut();
        List<Path> directories = List.copyOf(storages.values());
        ObjectNode tree;
        Optional<ReplayReport> preview;
        try (JournalView view = JournalView.of(journal)) {
            OfflineReplay.check(view, directories);
            JournalContents contents = JournalContents.of(view);
            requireAll(contents, OfflineReplay.deferred(journal).keySet(), storages);
            preview = dryRun ? Optional.of(OfflineReplay.preview(view, directories)) : Optional.empty();
            boolean invalidated = OfflineReplay.isInvalidated(view, directories);
            tree = StatusCommand.tree(view, contents, false).put("invalidated", invalidated);
            if (!json) {
                out.println("journal   " + journal);
                storages.forEach((id, directory) -> out.println("data      " + directory + "  " + id));
                out.println("contains  "
                        + (invalidated ? StatusCommand.INVALIDATED : StatusCommand.content(view, contents)));
                StatusCommand.deferred(out, OfflineReplay.deferred(journal));
                out.flush();
            }
        }
        ArrayNode shown = tree.putArray("dataDirectories");
        storages.forEach((id, directory) ->
                shown.addObject().put("path", directory.toString()).put("storage", id));
        tree.put("dryRun", dryRun);
        ReplayReport report = preview.isPresent() ? preview.get() : replay(journal, directories);
        print(out, tree, report, preview.isPresent() ? List.of() : files(journal));
        return report.complete() ? 0 : StatusCommand.DATA_LOST;
    }

    private Map<String, Path> storages() throws IOException {
        Map<String, Path> storages = new LinkedHashMap<>();
        for (Path directory : dataDirectories.isEmpty() ? datanode.dataDirectories() : dataDirectories) {
            Path earlier = storages.put(DataDirectory.storageId(directory), directory);
            if (earlier != null) {
                throw new IOException(
                        "duplicate storage ID of " + earlier + " and " + directory + ": list each data directory once");
            }
            Owner.requireCurrentUser(directory.resolve("current"));
        }
        return storages;
    }

    private Path journal(List<Path> directories) throws IOException {
        if (!journalDirectory.equals(DatanodeOptions.UNSET)) {
            return journalDirectory;
        }
        Optional<Path> lastUsed = JournalLocation.lastUsed(directories);
        return lastUsed.isPresent() ? lastUsed.get() : datanode.journal(directories);
    }

    private static void requireStopped(Path journal, Iterable<Path> directories) throws IOException {
        for (Path directory : directories) {
            if (DirectoryLock.isHeld(directory)) {
                throw new IOException(directory + " is in use: stop its DataNode first");
            }
        }
        if (DirectoryLock.isHeld(journal)) {
            throw new IOException("the journal in " + journal + " is in use: stop its DataNode first");
        }
    }

    /** The records of a data directory that is not listed would be lost. */
    private void requireAll(JournalContents contents, Set<String> deferred, Map<String, Path> storages)
            throws IOException {
        for (String storage : discarded) {
            if (storages.containsKey(storage)) {
                throw new IOException("cannot discard storage " + storage + ": it is in " + storages.get(storage));
            }
            boolean empty = contents.storages().isEmpty() && deferred.isEmpty();
            if (!empty && !contents.storages().containsKey(storage) && !deferred.contains(storage)) {
                throw new IOException("no records of storage " + storage + " in the journal: it contains records of "
                        + String.join(", ", contents.storages().keySet()));
            }
        }
        Set<String> needed = new TreeSet<>(contents.needed());
        needed.addAll(deferred);
        for (String storage : needed) {
            if (!storages.containsKey(storage) && !discarded.contains(storage)) {
                throw new IOException("the journal contains synced bytes of storage " + storage
                        + ", which is in none of the given data directories: list all data directories of the DataNode, or"
                        + " discard the storage with --discard-storage " + storage);
            }
        }
    }

    private ReplayReport replay(Path journal, List<Path> directories) throws IOException {
        try (PrintedProgress progress = new PrintedProgress(spec.commandLine().getErr(), journal.toString())) {
            return OfflineReplay.run(journal, directories, datanode.configuration(), remove, progress);
        }
    }

    /** Returns the names of the files in the directory of a deleted journal. */
    private List<String> files(Path journal) throws IOException {
        if (!remove || !Files.isDirectory(journal)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(journal)) {
            return files.map(file -> PrintableText.of(file.getFileName().toString()))
                    .sorted()
                    .toList();
        }
    }

    private void print(PrintWriter out, ObjectNode tree, ReplayReport report, List<String> remaining) {
        if (json) {
            put(tree.putObject("report"), report);
            remaining.forEach(tree.putArray("remainingFiles")::add);
            out.println(JsonText.of(tree));
        } else {
            out.println((dryRun ? "expected  " : "replayed  ") + report);
            StatusCommand.gaps(out, report.journal());
            report.corruptReplicas().forEach(each -> out.println("corrupt   " + each));
            if (dryRun) {
                out.println("Dry run: nothing was changed.");
            } else {
                out.println(remove ? "The journal is deleted." : "The journal is empty.");
                if (!remaining.isEmpty()) {
                    out.println("Other files remain in " + tree.get("directory").asText() + ": "
                            + String.join(", ", remaining));
                }
            }
        }
        out.flush();
    }

    private static void put(ObjectNode into, ReplayReport report) {
        into.put("records", report.journal().records());
        into.put("intact", report.intact());
        into.put("repaired", report.repaired());
        into.put("created", report.created());
        into.put("superseded", report.superseded());
        into.put("deleted", report.deleted());
        into.put("failed", report.failures().replicaCount());
        into.put("corruptCount", report.corruptCount());
        report.corruptReplicas().forEach(into.putArray("corruptReplicas")::add);
        into.put("gaps", report.journal().gaps());
        into.put("seconds", report.nanos() / 1e9);
    }
}
