package org.underbase.localcompact.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.zookeeper.ZKConfig;
import org.apache.hadoop.security.UserGroupInformation;
import org.underbase.localcompact.rpc.RemoteStatus;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.SiteFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command {@code underbase localcompact status}. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show local compactions, fallbacks, saved bytes, running merges and excluded nodes of all live RegionServers.",
            "",
            "Requires an HBase superuser. Other users find the same numbers in /jmx of the RegionServers. Counts are since the"
                    + " start of each server."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase localcompact status --conf /etc/hbase/conf",
            "  underbase localcompact status --server n1.example.com --json"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "1:failure",
            "2:invalid usage",
            "3:success; a RegionServer does not respond, lacks the service or has another release than most"
        })
final class StatusCommand implements Callable<Integer> {
    static final int SOME_MISSING = 3;

    private static final int THREADS = 16;

    /** Maximum number of servers in a message. */
    private static final int SHOWN = 10;

    @Spec
    private CommandSpec spec;

    @Mixin
    private SiteFiles site;

    @Option(
            names = "--server",
            paramLabel = "HOST[:PORT]",
            description = "Live RegionServer to query; repeatable. Default: all live RegionServers.")
    private List<String> selected = new ArrayList<>();

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Configuration conf = HBaseConfiguration.create();
        // A server that does not respond is a result: report it soon.
        conf.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
        conf.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, 10_000);
        conf.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 10_000);
        conf.setInt("zookeeper.recovery.retry", 1);
        site.read(conf);
        // Otherwise Hadoop reads the kind of authentication from the class path.
        UserGroupInformation.setConfiguration(conf);
        ClusterReport report;
        try (Connection connection = ConnectionFactory.createConnection(conf)) {
            report = new ClusterReport(query(connection, servers(connection)));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonText.of(StatusJson.of(report)));
        } else {
            StatusText.print(report, out);
        }
        out.flush();
        return report.problems().isEmpty() ? ExitCode.SUCCESS : SOME_MISSING;
    }

    private List<ServerName> servers(Connection connection) throws IOException {
        Collection<ServerName> live;
        try (Admin admin = connection.getAdmin()) {
            live = admin.getRegionServers();
        } catch (IOException e) {
            throw new IOException(
                    "cannot list the RegionServers of the cluster with ZooKeeper "
                            + ZKConfig.getZKQuorumServersString(connection.getConfiguration()) + ": "
                            + ServerReport.rootCause(e)
                            + "; select the cluster with --conf and the directory of its hbase-site.xml",
                    e);
        }
        List<ServerName> servers =
                live.stream().filter(this::isSelected).sorted().toList();
        for (String each : selected) {
            if (servers.stream().noneMatch(server -> matches(server, each))) {
                throw new IOException("no live RegionServer " + each + "; live: "
                        + live.stream()
                                .map(server -> server.getAddress().toString())
                                .sorted()
                                .limit(SHOWN)
                                .toList()
                        + (live.size() > SHOWN ? " and " + (live.size() - SHOWN) + " others" : ""));
            }
        }
        return servers;
    }

    private boolean isSelected(ServerName server) {
        return selected.isEmpty() || selected.stream().anyMatch(each -> matches(server, each));
    }

    private static boolean matches(ServerName server, String text) {
        return server.getHostname().equals(text)
                || server.getAddress().toString().equals(text);
    }

    private static List<ServerReport> query(Connection connection, List<ServerName> servers) throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<ServerReport>> queries = new ArrayList<>();
            for (ServerName each : servers) {
                queries.add(threads.submit(() -> query(connection, each)));
            }
            List<ServerReport> reports = new ArrayList<>();
            for (Future<ServerReport> each : queries) {
                reports.add(each.get());
            }
            return reports;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static ServerReport query(Connection connection, ServerName server) throws IOException {
        try {
            return ServerReport.of(server.getServerName(), RemoteStatus.of(connection, server));
        } catch (AccessDeniedException e) {
            throw new IOException(
                    server.getServerName() + " denies access: " + ServerReport.firstLine(e)
                            + "; run as an HBase superuser (hbase.superuser), or read"
                            + " Hadoop:service=HBase,name=LocalCompact in /jmx of the RegionServers",
                    e);
        } catch (IOException e) {
            return ServerReport.failed(server.getServerName(), e);
        }
    }
}
