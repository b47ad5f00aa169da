package org.underbase.combinedlog.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.underbase.combinedlog.client.WalDirectories;
import org.underbase.combinedlog.client.WalDirectory;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.SiteFiles;
import org.underbase.operator.output.TextTable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options that select an HBase, and the output of its WAL directories. */
final class WalTarget {
    /** Exit code if a directory is missing. */
    static final int SOME_MISSING = 3;

    private static final String HSYNC = "hbase.wal.hsync";
    private static final String POLICY = "hbase.wal.storage.policy";

    /** Operation on the directories. */
    interface Action {
        List<WalDirectory> on(WalDirectories directories) throws IOException;
    }

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private SiteFiles site;

    @Option(
            names = "--root",
            paramLabel = "URI",
            description = "Root directory of HBase. Default: hbase.wal.dir, else hbase.rootdir, in hbase-site.xml.")
    private String root = "";

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    int run(Action action, boolean advise) throws IOException {
        Configuration conf = site.read(new HdfsConfiguration());
        Optional<Path> selected = root.isEmpty() ? WalDirectories.root(conf) : Optional.of(new Path(root));
        Path path = selected.orElseThrow(() -> new IOException(
                "hbase.rootdir is not set: use --root, or --conf with the directory of hbase-site.xml"));
        List<WalDirectory> all =
                HdfsSession.run(conf, path, fileSystem -> action.on(WalDirectories.of(fileSystem, path)));
        List<String> advice = advise ? advice(conf, all) : List.of();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonText.of(tree(all, advice)));
        } else {
            text(out, all);
            advice.forEach(line -> out.println("note: " + line));
        }
        out.flush();
        return all.stream().allMatch(WalDirectory::exists) ? 0 : SOME_MISSING;
    }

    /** Returns hints about settings that the combined log needs. */
    private static List<String> advice(Configuration conf, List<WalDirectory> all) {
        List<String> advice = new ArrayList<>();
        if (!conf.getBoolean(HSYNC, false)) {
            advice.add("set " + HSYNC
                    + "=true in hbase-site.xml of RegionServers and Masters and restart them: without it,"
                    + " HBase acknowledges puts before they are on disk and calls no hsync, unless hflush is durable (see"
                    + " `underbase combinedlog directory show`)");
        }
        String policy = conf.getTrimmed(POLICY, "NONE");
        if (!policy.equals("NONE")) {
            advice.add("remove " + POLICY + "=" + policy
                    + ": HBase sets it on each server's directory, where it overrides this placement");
        }
        if (all.stream().anyMatch(each -> each.enabled() && each.policy().equals("ALL_SSD"))) {
            advice.add(
                    "without a storage of type SSD, ALL_SSD places replicas on DISK: `wal enable` is not needed then");
        }
        if (all.stream().anyMatch(WalDirectory::enabled)) {
            advice.add("existing files are not moved: the placement applies when HBase rolls its WALs");
        }
        if (all.stream().anyMatch(each -> !each.exists())) {
            advice.add("HBase creates the missing directories at its first start; repeat this command then");
        }
        return advice;
    }

    private static void text(PrintWriter out, List<WalDirectory> all) {
        TextTable table = new TextTable("DIRECTORY", "STORAGE POLICY", "VECTOR", "PREVIOUS").leftAligned();
        for (WalDirectory each : all) {
            table.row(
                    each.path().toString(),
                    each.exists() ? each.policy() + (each.inherited() ? " (inherited)" : "") : "(missing)",
                    orDash(each.vector()),
                    orDash(each.previous()));
        }
        table.print(out);
    }

    private static String orDash(String text) {
        return text.isEmpty() ? "-" : text;
    }

    private static Optional<String> optional(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static ObjectNode tree(List<WalDirectory> all, List<String> advice) {
        ObjectNode tree = JsonText.object();
        ArrayNode directories = tree.putArray("directories");
        for (WalDirectory each : all) {
            ObjectNode one = directories.addObject();
            one.put("path", each.path().toString());
            one.put("exists", each.exists());
            one.put("enabled", each.enabled());
            JsonText.put(one, "storagePolicy", optional(each.policy()));
            one.put("inherited", each.inherited());
            JsonText.put(one, "vector", optional(each.vector()));
            JsonText.put(one, "previous", optional(each.previous()));
        }
        ArrayNode notes = tree.putArray("notes");
        advice.forEach(notes::add);
        return tree;
    }
}
