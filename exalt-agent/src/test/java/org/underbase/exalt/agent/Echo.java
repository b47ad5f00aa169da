package org.underbase.exalt.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

/**
 * Program that echoes bytes, and program that sends bytes and compares the echo; each with the streams of a blocking socket or with a
 * channel and a selector. Every wait has a limit of a minute.
 */
final class Echo {
    private static final int LENGTH = 3_000_000;
    private static final int TIMEOUT_MILLIS = 60_000;
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private static final BufferedReader INPUT =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));

    private Echo() {}

    /**
     * {@code server|client KIND[,KIND...] [port]}: one exchange for each kind, {@code socket} or {@code channel}; a client
     * without a port reads the port of each exchange from standard input.
     */
    public static void main(String[] arguments) throws Exception {
        for (String kind : arguments[1].split(",", -1)) {
            boolean blocking = kind.equals("socket");
            if (arguments[0].equals("client")) {
                exchange(blocking, arguments.length > 2 ? Integer.parseInt(arguments[2]) : portFromInput());
            } else if (blocking) {
                serveSocket();
            } else {
                serveChannel();
            }
        }
    }

    private static void exchange(boolean blocking, int port) throws Exception {
        byte[] sent = bytes();
        byte[] received = new byte[LENGTH];
        if (blocking) {
            exchangeSocket(port, sent, received);
        } else {
            exchangeChannel(port, sent, received);
        }
        System.out.println("echo same " + Arrays.equals(sent, received));
    }

    private static int portFromInput() throws IOException {
        return Integer.parseInt(INPUT.readLine());
    }

    private static byte[] bytes() {
        Random random = new Random(17);
        byte[] all = new byte[LENGTH];
        random.nextBytes(all);
        for (int at = 100; at < LENGTH; ) {
            int count = Math.min(LENGTH - at, 1 + random.nextInt(300_000));
            Tardis.fill(Form.DATA, 1L << 32, random.nextInt(1 << 20), ByteBuffer.wrap(all), at, count);
            at += count + random.nextInt(100);
        }
        return all;
    }

    private static void listening(int port) {
        System.out.println("port " + port);
    }

    private static void serveSocket() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, HERE)) {
            listening(server.getLocalPort());
            try (Socket socket = server.accept()) {
                socket.setSoTimeout(TIMEOUT_MILLIS);
                InputStream in = socket.getInputStream();
                OutputStream out = socket.getOutputStream();
                byte[] some = new byte[70_001];
                for (int count = in.read(some);
                        count >= 0;
                        count = in.read(some, 0, some.length - in.available() % 7)) {
                    out.write(some, 0, count);
                }
            }
        }
    }

    private static void exchangeSocket(int port, byte[] sent, byte[] received) throws Exception {
        try (Socket socket = new Socket(HERE, port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            Thread writer = new Thread(() -> {
                try {
                    OutputStream out = socket.getOutputStream();
                    for (int at = 0; at < LENGTH; at += 50_000) {
                        out.write(sent, at, Math.min(50_000, LENGTH - at));
                    }
                    socket.shutdownOutput();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            writer.start();
            InputStream in = socket.getInputStream();
            if (in.readNBytes(received, 0, LENGTH) < LENGTH || in.read() >= 0) {
                throw new IOException("fewer or more bytes than were sent");
            }
            writer.join();
        }
    }

    private static void serveChannel() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(HERE, 0));
                Selector selector = Selector.open()) {
            listening(server.socket().getLocalPort());
            try (SocketChannel channel = server.accept()) {
                channel.configureBlocking(false);
                SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
                ByteBuffer bytes = ByteBuffer.allocateDirect(100_003);
                boolean ended = false;
                while (!ended || bytes.position() > 0) {
                    await(selector);
                    if (!ended && bytes.hasRemaining() && channel.read(bytes) < 0) {
                        ended = true;
                    }
                    bytes.flip();
                    channel.write(new ByteBuffer[] {bytes.slice(0, 0), bytes});
                    bytes.compact();
                    key.interestOps((bytes.position() > 0 ? SelectionKey.OP_WRITE : 0)
                            | (!ended && bytes.hasRemaining() ? SelectionKey.OP_READ : 0));
                }
            }
        }
    }

    private static void await(Selector selector) throws IOException {
        if (selector.select(TIMEOUT_MILLIS) == 0) {
            throw new SocketTimeoutException("the selector is stuck");
        }
        selector.selectedKeys().clear();
    }

    private static void exchangeChannel(int port, byte[] sent, byte[] received) throws IOException {
        try (SocketChannel channel = SocketChannel.open();
                Selector selector = Selector.open()) {
            channel.configureBlocking(false);
            channel.connect(new InetSocketAddress(HERE, port));
            SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
            while (!channel.finishConnect()) {
                await(selector);
            }
            ByteBuffer out = ByteBuffer.wrap(sent);
            ByteBuffer in = ByteBuffer.wrap(received);
            while (in.hasRemaining()) {
                key.interestOps(SelectionKey.OP_READ | (out.hasRemaining() ? SelectionKey.OP_WRITE : 0));
                await(selector);
                if (out.hasRemaining()) {
                    channel.write(out.limit(Math.min(LENGTH, out.position() + 300_000)));
                    if (out.limit(LENGTH).position() == LENGTH) {
                        channel.shutdownOutput();
                    }
                }
                if (channel.read(in.limit(Math.min(LENGTH, in.position() + 99_991))) < 0) {
                    throw new IOException("only " + in.position() + " bytes came back");
                }
                in.limit(LENGTH);
            }
        }
    }
}
