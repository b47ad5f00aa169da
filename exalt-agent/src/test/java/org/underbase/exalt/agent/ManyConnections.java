package org.underbase.exalt.agent;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Program that echoes a byte on each connection, and program that opens many connections concurrently. */
final class ManyConnections {
    private static final int THREADS = 16;
    private static final int EACH = 100;
    static final int CONNECTIONS = THREADS * EACH;
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private ManyConnections() {}

    /** {@code server|client [port]}. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("server")) {
            serve();
            return;
        }
        int port = Integer.parseInt(arguments[1]);
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Integer>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(() -> connect(port));
            }
            int sum = 0;
            for (Future<Integer> each : pool.invokeAll(all)) {
                sum += each.get();
            }
            System.out.println("connected " + sum);
        } finally {
            pool.shutdownNow();
        }
    }

    private static void serve() throws IOException {
        try (ServerSocket server = new ServerSocket(0, CONNECTIONS, HERE)) {
            System.out.println("port " + server.getLocalPort());
            while (true) {
                try (Socket socket = server.accept()) {
                    socket.getOutputStream().write(socket.getInputStream().read());
                }
            }
        }
    }

    private static int connect(int port) throws IOException {
        for (int i = 0; i < EACH; i++) {
            try (Socket socket = new Socket(HERE, port)) {
                socket.getOutputStream().write(i);
                if (socket.getInputStream().read() != i) {
                    throw new IOException("another byte came back");
                }
            }
        }
        return EACH;
    }
}
