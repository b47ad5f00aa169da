package org.underbase.tier.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.RpcNoSuchProtocolException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class PlacementWaitTest {
    private static final Path FILE = new Path("/f");

    private final Deque<IOException> faults = new ArrayDeque<>();
    private final List<PlacementProgress> reports = new ArrayList<>();

    private FilePlacement look(Path file) throws IOException {
        if (!faults.isEmpty()) {
            throw faults.remove();
        }
        return Responses.file(file, Placements.settled());
    }

    private boolean await(PlacementWait.Look look, Duration timeout) throws IOException {
        return new PlacementWait(look, List.of(FILE), false, reports::add).await(timeout);
    }

    static List<IOException> ofARestart() {
        return List.of(
                new ConnectException("Connection refused"),
                new EOFException("End of File Exception"),
                new SocketTimeoutException("no answer"),
                new IOException("Failed on local exception", new java.net.SocketException("Connection reset")),
                new IOException("no NameNode of hdfs://ns is active", new StandbyException("standby")),
                new SafeModeException("Name node is in safe mode."),
                new RetriableException("NameNode still not started"),
                new IOException("has no tiers", new RpcNoSuchProtocolException("Unknown protocol: x")));
    }

    @ParameterizedTest
    @MethodSource("ofARestart")
    void retriesARestartedNameNode(IOException fault) throws IOException {
        faults.add(fault);
        assertThat(await(this::look, Duration.ofMinutes(2))).isTrue();
        assertThat(reports.get(0).reason()).contains("no response from the NameNode, retrying: " + fault.getMessage());
        assertThat(reports.get(reports.size() - 1).reason()).isEmpty();
    }

    @Test
    void aNameNodeThatStaysDownEndsTheWaitAtTheTimeout() throws IOException {
        assertThat(await(
                        file -> {
                            throw new ConnectException("Connection refused");
                        },
                        Duration.ofMillis(100)))
                .isFalse();
        assertThat(reports).isNotEmpty();
    }

    @Test
    void limitsAHangingCallToTheTimeout() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        assertThat(await(
                        file -> {
                            try {
                                never.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            throw new IOException("the request was not canceled");
                        },
                        Duration.ofMillis(100)))
                .isFalse();
        assertThat(reports.get(0).reason()).isEqualTo(Optional.of("waiting for a response of the NameNode"));
    }

    @Test
    void ofManyFilesOneThatIsDeletedIsWaitedForNoMore() throws IOException {
        List<Path> files = List.of(new Path("/gone"), FILE);
        PlacementWait.Look look = file -> {
            if (file.getName().equals("gone")) {
                throw new FileNotFoundException("/gone");
            }
            return look(file);
        };
        assertThat(new PlacementWait(look, files, true, reports::add).await(Duration.ofMinutes(2)))
                .isTrue();
        assertThat(reports.get(reports.size() - 1).filesDone()).isEqualTo(2);
    }

    @Test
    void theFirstLookAtManyFilesEndsWithTheTime() throws IOException {
        List<Path> looked = new ArrayList<>();
        PlacementWait.Look look = file -> {
            looked.add(file);
            return look(file);
        };
        assertThat(new PlacementWait(look, List.of(FILE, FILE, FILE), true, reports::add).await(Duration.ofMillis(-1)))
                .isFalse();
        assertThat(looked).hasSize(1);
    }

    @Test
    void whatIsNoRestartIsThrown() {
        for (IOException fault : List.of(new FileNotFoundException("gone"), new AccessControlException("no"))) {
            faults.add(fault);
            assertThatThrownBy(() -> await(this::look, Duration.ofMinutes(2))).isSameAs(fault);
        }
    }
}
