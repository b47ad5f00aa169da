package org.underbase.exalt.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Tests that invalid usage is rejected before anything is started. */
class WrongUsageTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "run --datanodes 0 | a cluster needs at least 1 DataNode",
                "run --datanodes -3 | a cluster needs at least 1 DataNode",
                "run --jvms 0 | invalid number of JVMs 0: emulated DataNodes need at least 1",
                "run --hosts 0 | invalid number of hosts 0: must be at least 1",
                "run --hosts 3 --jvms 2 | invalid --hosts 3: must be at most --jvms 2",
                "run --hosts 2 --region-servers 1 | HBase needs 1 host, not 2",
                "run --writers 0 | invalid threads 0: must be at least 1",
                "run --readers -1 | invalid --readers -1: must be at least 0",
                "run --duration -1 | '-1' is not a duration such as 90s, 5m or 1h30m",
                "run --files -1 | invalid files -1: must be at least 0",
                "run --file-size 0 | invalid file size 0: must be at least 1",
                "run --block-size 0 | invalid block size 0: must be at least 1",
                "run --block-size 1000 | invalid --block-size 1000: must be a multiple of 512 bytes per checksum",
                "run --bytes-per-checksum 0 | invalid --bytes-per-checksum 0: must be at least 1",
                "run --replication 0 | invalid replication 0: must be at least 1",
                "run --datanodes 2 --replication 3 | replication 3 exceeds the number of DataNodes, 2",
                "run --datanode-heap much | invalid --datanode-heap 'much': must be a size such as 512m or 2g",
                "run --namenode-heap 0 | invalid --namenode-heap '0': must be a size such as 512m or 2g",
                "run --capacity -1 | invalid DataNode capacity '-1': must be a size such as 500G or 10T",
                "run --verify none | expected one of [FULL, SAMPLED, PAPER] (case-insensitive) but was 'none'",
                "run --dir /tmp/a,b | invalid cluster directory '/tmp/a,b': must be a path without spaces and commas",
                "run --region-servers -1 | invalid --region-servers -1: must be at least 0",
                "run --region-servers 1 --value-size 0 | invalid value size 0: must be at least 1",
                "run --region-servers 1 --rows -1 | invalid rows -1: must be at least 0",
                "run --region-servers 1 --regions 0 | invalid --regions 0: must be at least 1",
                "run --region-servers 1 --batch 0 | invalid --batch 0: must be at least 1",
                "run --region-servers 1 --files 1 | --files has no effect with --region-servers",
                "run --region-servers 1 --file-size 1m | --file-size has no effect with --region-servers",
                "run --rows 10 | --rows needs --region-servers",
                "run --batch 10 | --batch needs --region-servers",
                "run --regions 10 | --regions needs --region-servers",
                "run --value-size 1k | --value-size needs --region-servers",
                "run --handlers 0 | invalid --handlers 0: must be at least 1",
                "run --datanode-heap 1m | invalid --datanode-heap '1m': must be at least 64m",
                "run --namenode-heap 65535k | invalid --namenode-heap '65535k': must be at least 64m",
                "run --namenode-heap 900000g | invalid --namenode-heap 900000g: this machine has",
                "run --datanode-heap 900000g | invalid --datanode-heap 900000g: this machine has",
                "run -D dfs.replication=2 | -D dfs.replication has no effect: set --replication instead",
                "run -D dfs.blocksize=1m | -D dfs.blocksize has no effect: set --block-size instead",
                "run -D fs.defaultFS=hdfs://x:1 | -D fs.defaultFS has no effect: the command starts the NameNode",
                "run -D =x | invalid -D =x: missing key",
                "run -D dfs.namenode.handler.count=abc | invalid -D dfs.namenode.handler.count=abc: must be a number, as the default 10",
                "run -D dfs.namenode.acls.enabled=yes | invalid -D dfs.namenode.acls.enabled=yes: must be true or false, as the default true",
                "run --dir /proc/foo | cannot create --dir /proc/foo",
                "run --dir= | invalid --dir: empty path",
                "run --dir /proc/self | invalid --dir /proc/self: the directory is not empty",
                "run --region-servers 1 --value-size 900g | invalid --value-size 966367641600: 4 concurrent rows exceed",
                "run --datanodes 4 --jvms 5 | 4 emulated DataNodes allow at most as many JVMs and hosts, not 5",
                "run --hosts 9999 | 20 emulated DataNodes allow at most as many JVMs and hosts, not 9999",
                "run --dir /proc/version | cannot create --dir /proc/version: /proc/version is not a directory",
                "run --out /proc/version | cannot create --out /proc/version: /proc/version is not a directory",
                "run --out /proc/nowhere | cannot create --out /proc/nowhere",
                "replay /proc/version | no audit entry in /proc/version",
                "replay /nowhere/hdfs-audit.log | cannot read audit log /nowhere/hdfs-audit.log",
                "scenario handlers --clients 0 | invalid number of clients 0: must be at least 1",
                "scenario handlers --namenode-heap 8m | invalid --namenode-heap '8m': must be at least 64m",
                "scenario handlers --count 0 | invalid --count 0: must be at least 1",
                "scenario handlers --datanodes 0 | invalid number of DataNodes 0: must be at least 1",
                "scenario handlers --namenode-heap 900000g | invalid --namenode-heap 900000g: this machine has"
            })
    void invalidUsageIsReportedInOneLine(String arguments, String words) {
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
