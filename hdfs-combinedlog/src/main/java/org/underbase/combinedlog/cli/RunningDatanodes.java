package org.underbase.combinedlog.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.AccessControlException;
import org.underbase.combinedlog.client.DataNodeLog;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.SiteFiles;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options that select running DataNodes, and calls to them. */
final class RunningDatanodes {
    private static final int THREADS = 16;
    private static final int IPC_PORT = 9867;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private SiteFiles site;

    @Option(
            names = "--datanode",
            paramLabel = "HOST[:PORT]",
            description = "IPC address of a DataNode; repeatable. Default port: 9867.")
    private List<String> addresses = new ArrayList<>();

    @Option(names = "--all", description = "Select all live DataNodes of the cluster.")
    private boolean all;

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    /** Call to one DataNode. */
    interface Call<T> {
        T on(DataNodeLog log) throws IOException;
    }

    /**
     * Result of a call.
     *
     * @param datanode address
     * @param results the result; none after a failure
     * @param failure message; empty after success
     */
    record Result<T>(String datanode, List<T> results, String failure) {}

    /** Output of a result. */
    interface Output<T> {
        void print(PrintWriter out, String datanode, T result);

        void put(ObjectNode into, T result);
    }

    /**
     * Calls the selected DataNodes concurrently and prints the results.
     *
     * @param allByDefault whether no option selects all live DataNodes
     * @return exit code
     */
    <T> int run(boolean allByDefault, Call<T> call, Output<T> output) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        List<Result<T>> results = call(site.read(new HdfsConfiguration()), selected(allByDefault), call);
        if (json) {
            ObjectNode root = JsonText.object();
            ArrayNode datanodes = root.putArray("datanodes");
            for (Result<T> each : results) {
                ObjectNode one = datanodes.addObject().put("datanode", each.datanode());
                JsonText.put(one, "error", Optional.of(each.failure()).filter(text -> !text.isEmpty()));
                each.results().forEach(result -> output.put(one, result));
            }
            out.println(JsonText.of(root));
        } else {
            results.forEach(each -> each.results().forEach(result -> output.print(out, each.datanode(), result)));
        }
        out.flush();
        PrintWriter err = spec.commandLine().getErr();
        results.stream()
                .filter(each -> each.results().isEmpty())
                .forEach(each -> err.println(each.datanode() + ": " + each.failure()));
        return results.stream().noneMatch(each -> each.results().isEmpty()) ? 0 : 1;
    }

    private List<InetSocketAddress> selected(boolean allByDefault) throws IOException {
        if (all && !addresses.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--all and --datanode exclude each other");
        }
        if (!addresses.isEmpty()) {
            return addresses.stream().map(this::address).toList();
        }
        if (!all && !allByDefault) {
            throw new ParameterException(spec.commandLine(), "select DataNodes: use --datanode HOST:PORT or --all");
        }
        Configuration conf = site.read(new HdfsConfiguration());
        try (FileSystem fileSystem = FileSystem.newInstance(conf)) {
            if (!(fileSystem instanceof DistributedFileSystem hdfs)) {
                throw new IOException("fs.defaultFS is " + fileSystem.getUri() + ", not HDFS: use --conf");
            }
            List<InetSocketAddress> live = new ArrayList<>();
            for (DatanodeInfo each : hdfs.getDataNodeStats(DatanodeReportType.LIVE)) {
                live.add(NetUtils.createSocketAddr(each.getIpcAddr(false)));
            }
            return live;
        } catch (RemoteException e) {
            if (e.unwrapRemoteException(AccessControlException.class) instanceof AccessControlException denied) {
                throw new IOException(
                        "cannot list the live DataNodes: " + firstLine(denied)
                                + "; run as the HDFS superuser, or use --datanode",
                        e);
            }
            throw e;
        }
    }

    private InetSocketAddress address(String text) {
        try {
            return NetUtils.createSocketAddr(text, IPC_PORT);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), "invalid --datanode " + text + ": expected HOST or HOST:PORT", e);
        }
    }

    /** Calls DataNodes concurrently. */
    static <T> List<Result<T>> call(Configuration conf, List<InetSocketAddress> datanodes, Call<T> call)
            throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Result<T>>> calls = new ArrayList<>();
            for (InetSocketAddress each : datanodes) {
                calls.add(threads.submit(() -> call(conf, each, call)));
            }
            List<Result<T>> results = new ArrayList<>();
            for (Future<Result<T>> each : calls) {
                results.add(each.get());
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static <T> Result<T> call(Configuration conf, InetSocketAddress address, Call<T> call) {
        String name = NetUtils.getHostPortString(address);
        try (DataNodeLog log = DataNodeLog.connect(conf, address)) {
            return new Result<>(name, List.of(call.on(log)), "");
        } catch (IOException e) {
            return new Result<>(name, List.of(), firstLine(e));
        }
    }

    private static String firstLine(IOException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
