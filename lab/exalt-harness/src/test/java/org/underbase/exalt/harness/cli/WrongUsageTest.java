package org.underbase.exalt.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What cannot be is refused before anything is started. */
class WrongUsageTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "run --datanodes 0 | a cluster needs a DataNode",
                "run --datanodes -3 | a cluster needs a DataNode",
                "run --jvms 0 | at least 1 JVM, not 0",
                "run --hosts 0 | at least 1 host, not 0",
                "run --hosts 3 --jvms 2 | at least as many --jvms, not 2",
                "run --hosts 2 --region-servers 1 | HBase runs on 1 host here, not on 2",
                "run --writers 0 | at least 1 thread that works, not 0",
                "run --readers -1 | at least 0 readers, not -1",
                "run --seconds -1 | at least 0 seconds, not -1",
                "run --files -1 | at least 0 files, not -1",
                "run --file-size 0 | at least 1 byte of a file, not 0",
                "run --block-size 0 | at least 1 byte of a block, not 0",
                "run --block-size 1000 | does not consist of chunks of 512 bytes",
                "run --bytes-per-checksum 0 | at least 1 byte per checksum, not 0",
                "run --replication 0 | at least 1 replica of a block, not 0",
                "run --datanodes 2 --replication 3 | replication 3 needs more than 2 DataNodes",
                "run --datanode-heap much | a heap is a size such as 512m or 2g, not 'much'",
                "run --namenode-heap 0 | a heap is a size such as 512m or 2g, not '0'",
                "run --capacity -1 | a DataNode's capacity is a size such as 500G or 10T, not '-1'",
                "run --verify none | expected one of [FULL, SAMPLED, PAPER] (case-insensitive) but was 'none'",
                "run --dir /tmp/a,b | has no blanks and no commas, not '/tmp/a,b'",
                "run --region-servers -1 | at least 0 RegionServers, not -1",
                "run --region-servers 1 --value-size 0 | at least 1 byte of a value, not 0",
                "run --region-servers 1 --rows -1 | at least 0 rows, not -1",
                "run --region-servers 1 --regions 0 | a table has at least 1 region, not 0",
                "run --region-servers 1 --batch 0 | a call has at least 1 row, not 0",
                "run --region-servers 1 --files 1 | --files: with --region-servers no files are written",
                "run --region-servers 1 --file-size 1m | --file-size: with --region-servers no files are written",
                "run --rows 10 | --rows is about HBase: it needs --region-servers",
                "run --batch 10 | --batch is about HBase: it needs --region-servers",
                "run --regions 10 | --regions is about HBase: it needs --region-servers",
                "run --value-size 1k | --value-size is about HBase: it needs --region-servers",
                "run --handlers 0 | at least 1 handler, not 0",
                "run --datanode-heap 1m | a heap of at least 64m is needed, not '1m'",
                "run --namenode-heap 65535k | a heap of at least 64m is needed, not '65535k'",
                "run --namenode-heap 900000g | --namenode-heap 900000g: the machine has",
                "run --datanode-heap 900000g | --datanode-heap 900000g: the machine has",
                "run -D dfs.replication=2 | -D dfs.replication would have no effect: --replication says",
                "run -D dfs.blocksize=1m | -D dfs.blocksize would have no effect: --block-size says",
                "run -D fs.defaultFS=hdfs://x:1 | -D fs.defaultFS would have no effect: clients",
                "run -D =x | -D =x names no setting",
                "run -D dfs.namenode.handler.count=abc | -D dfs.namenode.handler.count=abc: a number is wanted, as its default, 10",
                "run -D dfs.namenode.acls.enabled=yes | -D dfs.namenode.acls.enabled=yes: true or false is wanted, as its default, true",
                "run --dir /proc/foo | --dir /proc/foo cannot be made",
                "run --dir= | --dir names no directory",
                "run --dir /proc/self | --dir /proc/self is not empty",
                "run --region-servers 1 --value-size 900g | --value-size 966367641600: 4 rows at a time are more",
                "run --datanodes 4 --jvms 5 | 4 emulated DataNodes are spread over at most as many JVMs and hosts, not over 5",
                "run --hosts 9999 | 20 emulated DataNodes are spread over at most as many JVMs and hosts, not over 9999",
                "run --dir /proc/version | --dir /proc/version cannot be made: /proc/version is no directory",
                "run --out /proc/version | --out /proc/version cannot be made: /proc/version is no directory",
                "run --out /proc/nowhere | --out /proc/nowhere cannot be made",
                "replay /proc/version | /proc/version has no line of an audit log",
                "replay /nowhere/hdfs-audit.log | cannot be read",
                "scenario handlers --clients 0 | a scenario needs at least 1 client, not 0",
                "scenario handlers --namenode-heap 8m | a heap of at least 64m is needed, not '8m'",
                "scenario handlers --count 0 | a scenario's count is at least 1, not 0",
                "scenario handlers --datanodes 0 | a scenario needs at least 1 DataNode, not 0",
                "scenario handlers --namenode-heap 900000g | --namenode-heap 900000g: the machine has"
            })
    void isToldInOneLine(String arguments, String words) {
        StringWriter err = new StringWriter();
        int exit = new CommandLine(new ExaltCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute(arguments.strip().split(" ", -1));
        assertThat(err.toString().lines().findFirst())
                .hasValueSatisfying(line -> assertThat(line).contains(words.strip()));
        assertThat(exit).isEqualTo(CommandLine.ExitCode.USAGE);
    }
}
