package org.underbase.htfs.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.operator.config.ConfigKey;
import org.underbase.operator.config.InvalidSettingException;

/** Messages for invalid settings, and the text of live settings. */
class SettingsTest {
    private final Configuration conf = new Configuration(false);

    @ParameterizedTest
    @ValueSource(strings = {"rel", "file:///x", "hdfs://nn/x", "${nope}/x", "/x/${nope}/y"})
    void aPathThatIsNotAbsoluteAndLocalIsRejected(String path) {
        for (ConfigKey key : new ConfigKey[] {TraceKeys.DIR, TraceKeys.CONTROL}) {
            conf.set(TraceKeys.DIR.name(), "/trace");
            conf.set(key.name(), path);
            assertThatThrownBy(() -> Settings.of(conf))
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessage("invalid value '" + path + "' of " + key.name()
                            + ": must be an absolute local path without a scheme and without undefined variables");
        }
        conf.set(TraceKeys.HASH.name(), "true");
        conf.set(TraceKeys.HASH_SECRET_FILE.name(), path);
        assertThatThrownBy(() -> PathHasher.of(conf)).isInstanceOf(InvalidSettingException.class);
    }

    @Test
    void aPathWithDefinedVariablesIsExpanded() {
        conf.set("logs", "/logs");
        conf.set(TraceKeys.DIR.name(), "${logs}/trace");
        assertThat(Settings.of(conf).dir()).isEqualTo(Path.of("/logs/trace"));
        assertThat(Settings.of(conf).control()).isEqualTo(Path.of("/logs/trace/control"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "underbase.trace.block.interval | 0 | a duration such as 30s, at least 1ms",
                "underbase.trace.segment.bytes | 0 | 'a size of at least 1, such as 64m'",
                "underbase.trace.min.free | 5x | a size such as 10g, or a percentage from 0% to less than 100%"
            })
    void theRangeOfAnInvalidValueIsNamed(String key, String value, String valid) {
        conf.set(TraceKeys.DIR.name(), "/trace");
        conf.set(key, value);
        assertThatThrownBy(() -> Settings.of(conf))
                .hasMessage("invalid value '" + value + "' of " + key + ": must be " + valid);
    }

    @Test
    void aCredentialProviderThatCannotBeReadIsNamed() {
        conf.set(TraceKeys.HASH.name(), "true");
        conf.set(CommonConfigurationKeysPublic.HADOOP_SECURITY_CREDENTIAL_PROVIDER_PATH, "nope://file/x.jceks");
        assertThatThrownBy(() -> PathHasher.of(conf))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot read underbase.trace.hash.secret from the credential provider"
                        + " nope://file/x.jceks: ")
                .hasMessageContaining("No CredentialProviderFactory for nope://file/x.jceks")
                .hasMessageEndingWith("; check hadoop.security.credential.provider.path, whether this user may read the"
                        + " provider, and its password in HADOOP_CREDSTORE_PASSWORD or"
                        + " hadoop.security.credstore.java-keystore-provider.password-file")
                .hasMessageNotContaining("Configuration problem");
    }

    @Test
    void theLabelIsTheNameThatAScriptGaveTheProcess() {
        conf.set(TraceKeys.DIR.name(), "/trace");
        assertThat(Settings.of(conf).label()).isEmpty();
        System.setProperty("proc_another", "");
        try {
            assertThat(Settings.of(conf).label()).isEqualTo("another");
            assertThat(ProcessKind.current()).isEqualTo(ProcessKind.COMMAND);
            System.setProperty("proc_regionserver", "");
            assertThat(Settings.of(conf).label()).isEqualTo("regionserver");
            assertThat(ProcessKind.current()).isEqualTo(ProcessKind.DAEMON);
            conf.set(TraceKeys.LABEL.name(), "rs-1");
            assertThat(Settings.of(conf).label()).isEqualTo("rs-1");
        } finally {
            System.clearProperty("proc_another");
            System.clearProperty("proc_regionserver");
        }
        assertThat(ProcessKind.current()).isEqualTo(ProcessKind.APPLICATION);
    }

    @Test
    void liveSettingsHaveTheTextOfTheirKeys() {
        conf.set(TraceKeys.LIMIT_ACTION.name(), "stop");
        assertThat(LiveSettings.of(conf))
                .hasToString("enabled=true, sampling=1.0, ring.full=collapse, ring.block.deadline=100ms,"
                        + " max.bytes=10737418240, limit.action=stop");
    }
}
