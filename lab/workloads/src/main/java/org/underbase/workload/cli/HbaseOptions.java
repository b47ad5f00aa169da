package org.underbase.workload.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.underbase.operator.output.DurationConverter;
import org.underbase.workload.drive.Failure;
import org.underbase.workload.messages.MessagesWorkloadBuilder;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of every command that connects to HBase: configuration, table, timeouts. */
final class HbaseOptions {
    /** Creating, enabling and dropping a table of many regions takes longer than an operation. */
    private static final Duration ADMIN = Duration.ofMinutes(5);

    @Mixin
    private ClientConfiguration configuration = new ClientConfiguration();

    @Option(
            names = "--table",
            paramLabel = "NAME",
            defaultValue = MessagesWorkloadBuilder.DEFAULT_TABLE,
            description = "Name of the table. Default: ${DEFAULT-VALUE}.")
    private String table = "";

    @Option(
            names = "--operation-timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "60s",
            description = "Maximum duration of one operation including its retries. Default: ${DEFAULT-VALUE}.")
    private Duration operationTimeout = Duration.ZERO;

    @Option(
            names = "--rpc-timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "10s",
            description = "Maximum duration of one attempt. Default: ${DEFAULT-VALUE}.")
    private Duration rpcTimeout = Duration.ZERO;

    @Option(
            names = "--retries",
            paramLabel = "N",
            defaultValue = "15",
            description = "Maximum number of retries of one operation. Default: ${DEFAULT-VALUE}.")
    private int retries;

    String table() {
        return table;
    }

    /** Passes table and timeouts to a builder. */
    MessagesWorkloadBuilder apply(MessagesWorkloadBuilder builder) {
        return builder.table(table).operationTimeout(operationTimeout).rpcTimeout(rpcTimeout);
    }

    /**
     * Connects to HBase.
     *
     * @return an open connection
     * @throws IOException if the configuration is invalid or HBase does not respond within the operation timeout
     */
    Connection connect() throws IOException {
        Configuration client = configuration.read(limits());
        String where = "cannot reach HBase at " + client.get("hbase.zookeeper.quorum", "localhost") + ":"
                + client.get("hbase.zookeeper.property.clientPort", "2181");
        return Timebox.call(where, operationTimeout, () -> {
            Connection connection = ConnectionFactory.createConnection(client);
            try (Admin admin = connection.getAdmin()) {
                // The connection is lazy: a request detects an unreachable cluster before any work begins.
                admin.getClusterMetrics(EnumSet.of(ClusterMetrics.Option.CLUSTER_ID));
                return connection;
            } catch (IOException down) {
                connection.close();
                throw new IOException(where + ": " + Failure.line(down), down);
            }
        });
    }

    /** Runs an administrative operation, which may take minutes. */
    <T> T administer(String what, Timebox.Work<T> work) throws IOException {
        return withShortMessage(what, () -> Timebox.call(what, ADMIN, work));
    }

    /** Runs work and shortens the message of an HBase failure, which lists every attempt, to one line. */
    <T> T withShortMessage(String what, Timebox.Work<T> work) throws IOException {
        try {
            return work.run();
        } catch (IOException failed) {
            if (failed.getMessage() != null && failed.getMessage().lines().count() == 1) {
                throw failed;
            }
            throw new IOException(what + " failed: " + Failure.line(failed), failed);
        }
    }

    private Map<String, String> limits() {
        String operation = Long.toString(operationTimeout.toMillis());
        return Map.of(
                "hbase.client.retries.number",
                Integer.toString(retries),
                "hbase.client.operation.timeout",
                operation,
                "hbase.client.meta.operation.timeout",
                operation,
                "hbase.client.scanner.timeout.period",
                operation,
                "hbase.rpc.timeout",
                Long.toString(rpcTimeout.toMillis()),
                "zookeeper.recovery.retry",
                "3");
    }
}
