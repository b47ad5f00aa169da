package org.underbase.exalt.harness.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingKindsTest {
    @ParameterizedTest
    @CsvSource({
        "dfs.namenode.handler.count, 12",
        "dfs.namenode.handler.count, ' 12 '",
        "dfs.stream-buffer-size, 8192",
        "dfs.blocksize, 256m",
        "dfs.datanode.balance.bandwidthPerSec, 1g",
        "dfs.heartbeat.interval, 500ms",
        "dfs.namenode.safemode.threshold-pct, 0.5f",
        "dfs.namenode.lifeline.handler.ratio, .5",
        "dfs.pipeline.congestion.ratio, 1.5E0",
        "dfs.namenode.http-address, anything:0",
        "dfs.namenode.reconstruction.pending.timeout-sec, -1",
        "dfs.namenode.name.dir, anything",
        "fs.permissions.umask-mode, 'u=rwx,g=rx,o='",
        "dfs.datanode.data.dir.perm, u=rwx",
        "dfs.umaskmode, 'u=rwx,g=rx,o='",
        "no.such.setting, anything",
        "dfs.namenode.acls.enabled, FALSE",
        "dfs.namenode.handler.count, ${my.handlers}",
    })
    void valuesThatHadoopAcceptsAreAccepted(String key, String value) {
        assertThatCode(() -> SettingKinds.check(Map.of(key, value))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "dfs.namenode.handler.count, abc, number",
        "dfs.namenode.handler.count, '', number",
        "dfs.heartbeat.interval, three, number",
        "dfs.namenode.handler.count, 12abc, number",
        "dfs.namenode.safemode.threshold-pct, abc, number",
        "dfs.datanode.balance.bandwidthPerSec, fast, number",
        "dfs.namenode.handler.count, 1 2, number",
        "dfs.namenode.acls.enabled, on, true or false",
    })
    void valuesOfAnotherTypeAreRejectedWithTheKey(String key, String value, String kind) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SettingKinds.check(Map.of(key, value)))
                .withMessageContaining("-D " + key + "=" + value + ": ")
                .withMessageContaining(kind);
    }
}
