package org.underbase.tier.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.io.retry.MultiException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RpcNoSuchProtocolException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mockito.Mockito;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.protocol.TierProtocol;

final class TierConnectionTest {
    private final TierConnection connection =
            new TierConnection(URI.create("hdfs://ns"), Mockito.mock(TierProtocol.class));
    private int sent;

    private static RemoteException remote(Class<?> type, String message) {
        return new RemoteException(type.getName(), message);
    }

    private Object fail(IOException problem, int times) throws IOException {
        return connection.call(namenode -> {
            if (sent++ < times) {
                throw problem;
            }
            return sent;
        });
    }

    @Test
    void aPlugInThatComesLateIsWaitedFor() throws IOException {
        assertThat(fail(remote(RpcNoSuchProtocolException.class, "Unknown protocol: x"), 3))
                .isEqualTo(4);
    }

    @Test
    void anAccessListThatIsReadAgainIsWaitedFor() throws IOException {
        assertThat(fail(
                        remote(
                                AuthorizationException.class,
                                "Protocol interface org.underbase.tier.protocol.TierProtocol is not known."),
                        3))
                .isEqualTo(4);
    }

    @Test
    void aUserWhoIsNotInTheAccessListIsNotWaitedFor() {
        assertThatThrownBy(() -> fail(
                        remote(
                                AuthorizationException.class,
                                "User bob (auth:SIMPLE) is not authorized for protocol interface x"),
                        1))
                .isInstanceOf(AuthorizationException.class);
        assertThat(sent).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "org.underbase.tier.protocol.TierException,org.underbase.tier.protocol.TierException",
        "java.io.FileNotFoundException,java.io.FileNotFoundException",
        "org.apache.hadoop.security.AccessControlException,org.apache.hadoop.security.AccessControlException",
        "java.lang.IllegalArgumentException,java.lang.IllegalArgumentException",
        "org.apache.hadoop.HadoopIllegalArgumentException,java.lang.IllegalArgumentException",
        "org.apache.hadoop.hdfs.protocol.DSQuotaExceededException,org.apache.hadoop.hdfs.protocol.DSQuotaExceededException",
        "org.example.Unknown,org.apache.hadoop.ipc.RemoteException",
        // Not an IOException, which callers would catch.
        "java.lang.NullPointerException,org.apache.hadoop.ipc.RemoteException",
    })
    void anExceptionOfTheServerComesOutAsItsOwnClass(String thrown, String seen) throws ClassNotFoundException {
        assertThatThrownBy(() -> fail(new RemoteException(thrown, "why\n\tat a.server.stack"), 1))
                .isExactlyInstanceOf(Class.forName(seen).asSubclass(Exception.class))
                .hasMessageStartingWith("why");
    }

    @Test
    void aStandbyIsNotSeen() {
        assertThatThrownBy(() -> fail(remote(StandbyException.class, "in state standby"), 1))
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("no NameNode of hdfs://ns is active: in state standby");
    }

    @Test
    void ofSeveralAnswersTheActiveOnesCounts() {
        Map<String, Exception> both = new LinkedHashMap<>();
        both.put("nn0", remote(StandbyException.class, "standby"));
        both.put("nn1", remote(FileNotFoundException.class, "no file"));
        both.put("nn2", remote(StandbyException.class, "standby"));
        assertThatThrownBy(() -> fail(new MultiException(both), 1)).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void withoutThePlugInTheKeyToSetIsNamed() {
        assertThatThrownBy(() -> fail(remote(RpcNoSuchProtocolException.class, "Unknown protocol: x"), 1_000_000))
                .isInstanceOf(TierException.class)
                .hasMessageStartingWith("the NameNode at ns has no tiers: set dfs.namenode.plugins=");
    }
}
