package org.underbase.exalt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.underbase.exalt.fuzz.Jdks;

/** Tests of sockets between JVMs with and without the agent, of each kind and with each JDK. */
@Tag("cluster")
@Timeout(300)
class SocketsTest {
    private static final Path HOME = Path.of(System.getProperty("java.home"));
    /** Kinds of the server and of the client in four exchanges of the same two JVMs. */
    private static final String SERVER_KINDS = "socket,socket,channel,channel";

    private static final String CLIENT_KINDS = "socket,channel,socket,channel";
    private static final int EXCHANGES = 4;

    @TempDir
    private Path scratch;

    /** Every combination on the JDK of this JVM; on other JDKs those with the agent on both sides. */
    static Stream<Arguments> common() throws IOException {
        return matrix().filter(SocketsTest::isCommon);
    }

    /** All other combinations. */
    static Stream<Arguments> others() throws IOException {
        return matrix().filter(each -> !isCommon(each));
    }

    private static boolean isCommon(Arguments arguments) {
        Object[] all = arguments.get();
        return ((Path) all[0]).equals(HOME) || ((Boolean) all[1] && (Boolean) all[2]);
    }

    private static Stream<Arguments> matrix() throws IOException {
        List<Arguments> all = new ArrayList<>();
        for (Path jdk : Jdks.all()) {
            for (int agents = 0; agents < 4; agents++) {
                all.add(Arguments.of(jdk, (agents & 1) > 0, (agents & 2) > 0));
            }
        }
        return all.stream();
    }

    private AgentJvm jvm(Path jdk, boolean agent, String name) {
        return agent
                ? new AgentJvm(
                        jdk,
                        "registry=" + scratch.resolve("registry") + ",quiet=true,statistics=" + scratch.resolve(name))
                : AgentJvm.without(jdk);
    }

    private long statistic(String name, String key) throws IOException {
        Matcher found = Pattern.compile("\"" + key + "\":([0-9]+)").matcher(Files.readString(scratch.resolve(name)));
        assertThat(found.find()).isTrue();
        return Long.parseLong(found.group(1));
    }

    @ParameterizedTest(name = "Java of {0}: agent in the server {1}, in the client {2}")
    @MethodSource("common")
    void bytesAreEchoedUnchanged(Path jdk, boolean serverAgent, boolean clientAgent) throws Exception {
        assertEchoed(jdk, serverAgent, clientAgent);
    }

    @ParameterizedTest(name = "Java of {0}: agent in the server {1}, in the client {2}")
    @MethodSource("others")
    @Tag("long")
    void bytesAreEchoedUnchangedOnOtherJdks(Path jdk, boolean serverAgent, boolean clientAgent) throws Exception {
        assertEchoed(jdk, serverAgent, clientAgent);
    }

    /** Starts both JVMs concurrently; the client reads the ports of the server from its standard input. */
    private void assertEchoed(Path jdk, boolean serverAgent, boolean clientAgent) throws Exception {
        Process serving = jvm(jdk, serverAgent, "server").start(Echo.class, "server", SERVER_KINDS);
        Process connecting = jvm(jdk, clientAgent, "client").start(Echo.class, "client", CLIENT_KINDS);
        try (BufferedReader output = serving.inputReader();
                BufferedReader echoes = connecting.inputReader();
                BufferedWriter port = connecting.outputWriter()) {
            for (int exchange = 0; exchange < EXCHANGES; exchange++) {
                String line = output.readLine();
                assertThat(line).as("exchange %d", exchange).startsWith("port ");
                port.write(line.substring("port ".length()) + "\n");
                port.flush();
                assertThat(echoes.readLine()).as("exchange %d", exchange).isEqualTo("echo same true");
            }
            assertThat(connecting.waitFor()).isZero();
            assertThat(serving.waitFor()).isZero();
        } finally {
            connecting.destroyForcibly();
            serving.destroyForcibly();
        }
        boolean both = serverAgent && clientAgent;
        for (String side : List.of("server", "client")) {
            if (side.equals("server") ? !serverAgent : !clientAgent) {
                continue;
            }
            assertThat(statistic(side, "socket_bytes_read")).isEqualTo(both ? EXCHANGES * 3_000_000 : 0);
            assertThat(statistic(side, "socket_bytes_written")).isEqualTo(both ? EXCHANGES * 3_000_000 : 0);
            assertThat(statistic(side, "physical_socket_bytes_read")).isLessThan(EXCHANGES * 20_000);
            assertThat(statistic(side, "physical_socket_bytes_written")).isLessThan(EXCHANGES * 20_000);
        }
        // No entries are left in the registry.
        try (Stream<Path> left = Files.walk(Files.createDirectories(scratch.resolve("registry")))) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }

    static Stream<byte[]> corruptEntries() {
        return Stream.of(
                new byte[0],
                new byte[] {(byte) 0xff, (byte) 0xfe, 0},
                "process-../../precious".getBytes(StandardCharsets.UTF_8),
                new byte[1 << 20]);
    }

    /** A corrupt entry causes no failure and no access outside of the registry. */
    @ParameterizedTest
    @MethodSource("corruptEntries")
    void corruptRegistryEntryIsIgnored(byte[] content) throws Exception {
        Path precious = Files.writeString(scratch.resolve("precious"), "kept");
        Process serving = jvm(HOME, true, "server").start(Echo.class, "server", "socket");
        try (BufferedReader output = serving.inputReader()) {
            String line = output.readLine();
            assertThat(line).startsWith("port ");
            String port = line.substring("port ".length());
            int entries = 0;
            try (Stream<Path> all = Files.walk(scratch.resolve("registry"))) {
                for (Path entry :
                        all.filter(path -> path.toString().endsWith("_" + port)).toList()) {
                    Files.write(entry, content);
                    entries++;
                }
            }
            assertThat(entries).isPositive();
            AgentJvm.Ended ended = jvm(HOME, true, "client").run(scratch, Echo.class, "client", "socket", port);
            assertThat(ended.output()).contains("echo same true");
            assertThat(serving.waitFor()).isZero();
        } finally {
            serving.destroyForcibly();
        }
        assertThat(statistic("client", "connections_framed")).isZero();
        assertThat(precious).hasContent("kept");
    }

    /** Each connecting thread tests the lock of the server process. */
    @Test
    void manyThreadsConnectConcurrently() throws Exception {
        Process serving = jvm(HOME, true, "server").start(ManyConnections.class, "server");
        try (BufferedReader output = serving.inputReader()) {
            String line = output.readLine();
            assertThat(line).startsWith("port ");
            AgentJvm.Ended ended = jvm(HOME, true, "client")
                    .run(scratch, ManyConnections.class, "client", line.substring("port ".length()));
            assertThat(ended.output()).contains("connected " + ManyConnections.CONNECTIONS);
            assertThat(statistic("client", "connections_framed")).isEqualTo(ManyConnections.CONNECTIONS);
        } finally {
            serving.destroyForcibly();
        }
    }
}
