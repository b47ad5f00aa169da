package org.underbase.combinedlog.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.underbase.combinedlog.client.WalDirectories;
import org.underbase.combinedlog.client.WalDirectory;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options that say which HBase is meant, and how its directories are printed. */
final class WalTarget {
    /** The exit code where one of the directories is not there. */
    static final int SOME_ABSENT = 3;

    private static final String HSYNC = "hbase.wal.hsync";
    private static final String POLICY = "hbase.wal.storage.policy";

    /** What is done with the directories. */
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
            description = "HBase's directory. Default: hbase.wal.dir, else hbase.rootdir, of hbase-site.xml.")
    private Optional<String> root = Optional.empty();

    @Option(names = "--json", description = "One JSON object instead of text.")
    private boolean json;

    int run(Action action, boolean advise) throws IOException {
        Configuration conf = site.read();
        Path path = root.map(Path::new)
                .or(() -> WalDirectories.root(conf))
                .orElseThrow(() -> new IOException(
                        "hbase.rootdir is not set: name HBase's directory with --root URI, or the directory of"
                                + " hbase-site.xml with --conf DIR"));
        List<WalDirectory> all = act(action, conf, path);
        List<String> advice = advise ? advice(conf, all) : List.of();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Print.json(tree(all, advice)));
        } else {
            text(out, all);
            advice.forEach(line -> out.println("note: " + line));
        }
        out.flush();
        return all.stream().allMatch(WalDirectory::present) ? 0 : SOME_ABSENT;
    }

    private static List<WalDirectory> act(Action action, Configuration conf, Path path) throws IOException {
        try (FileSystem fileSystem = FileSystem.newInstance(path.toUri(), conf)) {
            return action.on(WalDirectories.of(fileSystem, path));
        } catch (ConnectException | UnknownHostException | NoRouteToHostException e) {
            throw unreachable(conf, path, e);
        } catch (IllegalArgumentException e) {
            if (e.getCause() instanceof UnknownHostException) {
                throw unreachable(conf, path, e);
            }
            throw e;
        }
    }

    private static IOException unreachable(Configuration conf, Path path, Exception cause) {
        String system = path.toUri().getAuthority() == null
                ? FileSystem.getDefaultUri(conf).toString()
                : path.toUri().getScheme() + "://" + path.toUri().getAuthority();
        return new IOException(
                "the NameNode of " + system + " does not answer: is it running, and is its configuration the one that"
                        + " --conf names?",
                cause);
    }

    /** What else is needed so that WALs gain. */
    private static List<String> advice(Configuration conf, List<WalDirectory> all) {
        List<String> advice = new ArrayList<>();
        if (!conf.getBoolean(HSYNC, false)) {
            advice.add(
                    "set " + HSYNC + "=true in hbase-site.xml of RegionServers and Masters and restart them: without it"
                            + " a put waits for no disk, and the combined log has nothing to do");
        }
        String policy = conf.getTrimmed(POLICY, "NONE");
        if (!policy.equals("NONE")) {
            advice.add(POLICY + " is " + policy
                    + ": HBase sets it on each server's own directory, where it counts more than"
                    + " what is shown here; remove it");
        }
        if (all.stream().anyMatch(each -> each.enabled() && each.policy().equals(Optional.of("ALL_SSD")))) {
            advice.add(
                    "where no DataNode has a storage of type SSD, ALL_SSD places on DISK as before: then `wal enable` is"
                            + " not needed");
        }
        if (all.stream().anyMatch(WalDirectory::enabled)) {
            advice.add("files that are there already stay where they are: new ones begin when HBase rolls its WALs");
        }
        if (all.stream().anyMatch(each -> !each.present())) {
            advice.add("what is not there is made by HBase at its first start; run this again then");
        }
        return advice;
    }

    private static void text(PrintWriter out, List<WalDirectory> all) {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("DIRECTORY", "STORAGE POLICY", "VECTOR", "BEFORE")));
        for (WalDirectory each : all) {
            rows.add(List.of(
                    each.path().toString(),
                    each.present()
                            ? each.policy().orElse("-") + (each.inherited() ? " (inherited)" : "")
                            : "(not there)",
                    each.vector().orElse("-"),
                    each.before().orElse("-")));
        }
        Print.table(out, rows);
    }

    private static ObjectNode tree(List<WalDirectory> all, List<String> advice) {
        ObjectNode tree = Print.object();
        ArrayNode directories = tree.putArray("directories");
        for (WalDirectory each : all) {
            ObjectNode one = directories.addObject();
            one.put("path", each.path().toString());
            one.put("present", each.present());
            one.put("enabled", each.enabled());
            one.put("storagePolicy", each.policy().orElse(null));
            one.put("inherited", each.inherited());
            one.put("vector", each.vector().orElse(null));
            one.put("before", each.before().orElse(null));
        }
        ArrayNode notes = tree.putArray("notes");
        advice.forEach(notes::add);
        return tree;
    }
}
