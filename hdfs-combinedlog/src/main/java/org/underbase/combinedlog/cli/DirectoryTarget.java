package org.underbase.combinedlog.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.underbase.combinedlog.client.DirectoryMode;
import org.underbase.combinedlog.client.DirectoryModes;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.SiteFiles;
import org.underbase.operator.output.TextTable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options that select directories of one HDFS, and the output of their modes. */
final class DirectoryTarget {
    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private SiteFiles site;

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    @Parameters(
            arity = "1..*",
            paramLabel = "DIR",
            description = "Directories of one HDFS, such as /hbase/WALs or hdfs://nn:8020/hbase/WALs.")
    private List<String> directories = new ArrayList<>();

    /** Operation on one directory. */
    interface Action {
        DirectoryMode on(DirectoryModes modes, Path directory) throws IOException;
    }

    /** Operation on all directories. */
    interface Session {
        int run(DistributedFileSystem fileSystem, Configuration conf, DirectoryModes modes) throws IOException;
    }

    List<Path> paths() {
        return directories.stream().map(Path::new).toList();
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    boolean json() {
        return json;
    }

    /** Connects to the file system of the first directory. */
    int connect(Session session) throws IOException {
        Configuration conf = site.read(new HdfsConfiguration());
        return HdfsSession.run(conf, paths().get(0), fileSystem -> {
            if (!(fileSystem instanceof DistributedFileSystem hdfs)) {
                throw new IOException(
                        fileSystem.getUri() + " is not HDFS: use --conf, or hdfs://HOST:PORT/PATH as the directory");
            }
            int exitCode = session.run(hdfs, conf, DirectoryModes.of(hdfs, CombinedLogKeys.storageModes(conf)));
            out().flush();
            return exitCode;
        });
    }

    /** Runs an action on each directory, and prints the new modes. */
    int run(Action action) throws IOException {
        return connect((fileSystem, conf, modes) -> {
            List<DirectoryMode> all = new ArrayList<>();
            for (Path each : paths()) {
                all.add(action.on(modes, each));
            }
            print(all);
            return 0;
        });
    }

    private void print(List<DirectoryMode> all) {
        if (json) {
            ObjectNode root = JsonText.object();
            ArrayNode list = root.putArray("directories");
            all.forEach(each -> put(list.addObject(), each));
            out().println(JsonText.of(root));
            return;
        }
        TextTable table = new TextTable("DIRECTORY", "MODE", "STORAGE POLICY", "TYPES", "WEAK FALLBACKS", "PREVIOUS")
                .leftAligned();
        for (DirectoryMode each : all) {
            table.row(
                    each.path().toString(),
                    each.mode().map(Object::toString).orElse("(mixed)"),
                    each.policy() + (each.inherited() ? " (inherited)" : ""),
                    names(each.storageTypes()),
                    names(each.weakFallbacks()),
                    each.previous().isEmpty() ? "-" : each.previous());
        }
        table.print(out());
    }

    private static void put(ObjectNode into, DirectoryMode mode) {
        into.put("path", mode.path().toString());
        JsonText.put(into, "mode", mode.mode().map(Object::toString));
        into.put("storagePolicy", mode.policy());
        into.put("inherited", mode.inherited());
        ArrayNode types = into.putArray("storageTypes");
        mode.storageTypes().forEach(each -> types.add(each.toString()));
        ArrayNode fallbacks = into.putArray("weakFallbacks");
        mode.weakFallbacks().forEach(each -> fallbacks.add(each.toString()));
        JsonText.put(into, "previous", Optional.of(mode.previous()).filter(text -> !text.isEmpty()));
    }

    static String names(Collection<?> types) {
        return types.isEmpty() ? "-" : types.stream().map(Object::toString).collect(Collectors.joining(","));
    }
}
