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
import java.util.concurrent.Callable;
import org.underbase.combinedlog.block.JournalContents;
import org.underbase.combinedlog.block.ReplayReport;
import org.underbase.combinedlog.datanode.JournalPlace;
import org.underbase.combinedlog.datanode.OfflineReplay;
import org.underbase.combinedlog.journal.DirectoryLock;
import org.underbase.combinedlog.journal.JournalView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code underbase combinedlog replay}. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Empties the journal of a DataNode that did not stop cleanly, while it does not run.",
            "",
            "What was synced is brought into the block files, so that a DataNode without a combined log can be started on "
                    + "the data directories. After a clean stop there is nothing to do. It may be interrupted and repeated. "
                    + "To be run by the DataNode's user, with all of its data directories."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase combinedlog replay --dry-run --conf /etc/hadoop/conf",
            "  underbase combinedlog replay --remove --conf /etc/hadoop/conf",
            "  underbase combinedlog replay --data-dir /disk1/hdfs --data-dir /disk2/hdfs --journal-dir /journal"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the journal is empty; with --dry-run, would be emptied",
            "1:refused or failed, with one line that says why; the journal keeps what it holds",
            "2:wrong usage",
            "3:as 0, but a disk lost what it had promised to keep: see the report"
        })
final class ReplayCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "A data directory of the DataNode; may be repeated. Default: dfs.datanode.data.dir.")
    private List<Path> dataDirectories = new ArrayList<>();

    @Option(
            names = "--journal-dir",
            paramLabel = "DIR",
            description = "The journal's directory. Default: what the data directories say, else "
                    + "dfs.datanode.combinedlog.dir, else combinedlog in the first data directory.")
    private Optional<Path> journalDirectory = Optional.empty();

    @Mixin
    private DatanodePlaces places;

    @Option(
            names = "--lost",
            paramLabel = "STORAGE",
            description =
                    "The id of a storage whose disk is gone for good: what the journal holds for it is dropped. May be "
                            + "repeated.")
    private Set<String> lost = Set.of();

    @Option(names = "--dry-run", description = "Check everything, say what would be done, and change nothing.")
    private boolean dryRun;

    @Option(names = "--remove", description = "Delete the journal's directory afterwards.")
    private boolean remove;

    @Option(names = "--json", description = "One JSON object instead of text.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Map<String, Path> storages = storages();
        Path journal = journal(List.copyOf(storages.values()));
        if (!Files.exists(journal)) {
            throw new IOException(
                    "there is no journal in " + journal + ": if it was moved, name it with --journal-dir");
        }
        requireStopped(journal, storages.values());
        PrintWriter out = spec.commandLine().getOut();
        List<Path> directories = List.copyOf(storages.values());
        ObjectNode tree;
        Optional<ReplayReport> preview;
        try (JournalView view = JournalView.of(journal)) {
            OfflineReplay.check(view, directories);
            JournalContents contents = JournalContents.of(view);
            requireAll(contents, storages);
            preview = dryRun ? Optional.of(OfflineReplay.preview(view, directories)) : Optional.empty();
            boolean givenUp = OfflineReplay.isGivenUp(view, directories);
            tree = StatusCommand.tree(view, contents, false).put("givenUp", givenUp);
            if (!json) {
                out.println("journal   " + journal);
                storages.forEach((id, directory) -> out.println("data      " + directory + "  " + id));
                out.println("holds     " + (givenUp ? StatusCommand.GIVEN_UP : StatusCommand.held(view, contents)));
                out.flush();
            }
        }
        ArrayNode shown = tree.putArray("dataDirectories");
        storages.forEach((id, directory) ->
                shown.addObject().put("path", directory.toString()).put("storage", id));
        tree.put("dryRun", dryRun);
        ReplayReport report = preview.isPresent() ? preview.get() : replay(journal, directories);
        tell(out, tree, report);
        return report.whole() ? 0 : StatusCommand.DAMAGED;
    }

    private Map<String, Path> storages() throws IOException {
        Map<String, Path> storages = new LinkedHashMap<>();
        for (Path directory : dataDirectories.isEmpty() ? places.dataDirectories() : dataDirectories) {
            Path before = storages.put(OfflineReplay.storageId(directory), directory);
            if (before != null) {
                throw new IOException(
                        before + " and " + directory + " have the same storage id: name each data directory" + " once");
            }
            Owner.requireUs(directory.resolve("current"));
        }
        return storages;
    }

    private Path journal(List<Path> directories) throws IOException {
        if (journalDirectory.isPresent()) {
            return journalDirectory.get();
        }
        Optional<Path> told = JournalPlace.lastUsed(directories);
        return told.isPresent() ? told.get() : places.journal(directories);
    }

    private static void requireStopped(Path journal, Iterable<Path> directories) throws IOException {
        for (Path directory : directories) {
            if (DirectoryLock.isHeld(directory)) {
                throw new IOException(directory + " is in use: stop its DataNode first");
            }
        }
        if (DirectoryLock.isHeld(journal)) {
            throw new IOException("the journal in " + journal + " is in use: stop the DataNode that has it first");
        }
    }

    /** What the journal holds for a directory that was forgotten would be lost. */
    private void requireAll(JournalContents contents, Map<String, Path> storages) throws IOException {
        for (String storage : lost) {
            if (storages.containsKey(storage)) {
                throw new IOException("storage " + storage + " is not lost: it is in " + storages.get(storage));
            }
            if (!contents.storages().isEmpty() && !contents.storages().containsKey(storage)) {
                throw new IOException("the journal tells of no storage " + storage + ", but of "
                        + String.join(", ", contents.storages().keySet()));
            }
        }
        for (String storage : contents.needed()) {
            if (!storages.containsKey(storage) && !lost.contains(storage)) {
                throw new IOException("the journal holds synced bytes of storage " + storage
                        + ", which is none of these data directories: name all of the DataNode's, or give up the storage"
                        + " with --lost " + storage);
            }
        }
    }

    private ReplayReport replay(Path journal, List<Path> directories) throws IOException {
        try (Ticker progress = new Ticker(spec.commandLine().getErr(), "replaying the journal in " + journal)) {
            return OfflineReplay.run(journal, directories, places.replicaCacheRoot(), remove);
        }
    }

    private void tell(PrintWriter out, ObjectNode tree, ReplayReport report) {
        if (json) {
            put(tree.putObject("report"), report);
            out.println(Print.json(tree));
        } else {
            out.println((dryRun ? "would do  " : "replayed  ") + report);
            StatusCommand.gaps(out, report.journal());
            report.damages().forEach(each -> out.println("damaged   " + each));
            if (dryRun) {
                out.println("Nothing was changed: this was a dry run.");
            } else {
                out.println(remove ? "The journal is deleted." : "The journal is empty.");
            }
        }
        out.flush();
    }

    private static void put(ObjectNode into, ReplayReport report) {
        into.put("records", report.journal().records());
        into.put("intact", report.intact());
        into.put("repaired", report.repaired());
        into.put("created", report.created());
        into.put("settled", report.settled());
        into.put("vanished", report.vanished());
        into.put("damaged", report.damaged());
        report.damages().forEach(into.putArray("damages")::add);
        into.put("gaps", report.journal().gaps());
        into.put("seconds", report.nanos() / 1e9);
    }
}
