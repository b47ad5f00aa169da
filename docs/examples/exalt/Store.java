import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

/**
 * Storage system of a hundred lines for a run under the Exalt agent: a server that stores objects in files, and a client that writes
 * objects and reads them back. Only the client uses Tardis data.
 *
 * <pre>
 * Store server PORT DIRECTORY
 * Store client PORT OBJECTS MEGABYTES
 * </pre>
 */
final class Store {
    private static final int PUT = 'P';
    private static final int PORTION = 1 << 20;

    public static void main(String[] args) throws IOException {
        int port = Integer.parseInt(args[1]);
        if (args[0].equals("server")) {
            serve(port, Files.createDirectories(Path.of(args[2])));
        } else {
            client(port, Integer.parseInt(args[2]), Long.parseLong(args[3]) * PORTION);
        }
    }

    private static void serve(int port, Path directory) throws IOException {
        try (ServerSocket server = new ServerSocket(port)) {
            System.out.println("serving at port " + server.getLocalPort());
            while (true) {
                Socket socket = server.accept();
                new Thread(() -> {
                            try (socket) {
                                answer(socket, directory);
                            } catch (IOException e) {
                                System.err.println(e);
                            }
                        })
                        .start();
            }
        }
    }

    /** One object for each connection: put or get, its name, and its length where it is put. */
    private static void answer(Socket socket, Path directory) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        int what = in.read();
        Path file = directory.resolve(in.readUTF());
        if (what == PUT) {
            try (OutputStream to = Files.newOutputStream(file)) {
                copy(in, to, in.readLong());
            }
            out.writeLong(Files.size(file));
        } else {
            out.writeLong(Files.size(file));
            try (InputStream from = Files.newInputStream(file)) {
                from.transferTo(out);
            }
        }
    }

    private static void copy(InputStream from, OutputStream to, long length) throws IOException {
        byte[] portion = new byte[PORTION];
        for (long done = 0; done < length; ) {
            int some = from.read(portion, 0, (int) Math.min(portion.length, length - done));
            if (some < 0) {
                throw new IOException("ended " + (length - done) + " bytes too early");
            }
            to.write(portion, 0, some);
            done += some;
        }
    }

    private static void client(int port, int objects, long length) throws IOException {
        long since = System.nanoTime();
        byte[] portion = new byte[PORTION];
        for (int i = 0; i < objects; i++) {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                out.write(PUT);
                out.writeUTF("object" + i);
                out.writeLong(length);
                for (long done = 0; done < length; done += PORTION) {
                    // The data of the test: this part of a sequence that is as long as the object.
                    Tardis.fill(Form.DATA, length, done, portion);
                    out.write(portion);
                }
                if (new DataInputStream(socket.getInputStream()).readLong() != length) {
                    throw new IOException("object" + i + " has not got its length");
                }
            }
        }
        System.out.printf("wrote %,d MB in %.1f s%n", objects * length >> 20, (System.nanoTime() - since) / 1e9);
        for (int i = 0; i < objects; i++) {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                out.write('G');
                out.writeUTF("object" + i);
                DataInputStream in = new DataInputStream(socket.getInputStream());
                if (in.readLong() != length) {
                    throw new IOException("object" + i + " has not got its length");
                }
                byte[] read = new byte[PORTION];
                for (long done = 0; done < length; done += PORTION) {
                    in.readFully(read);
                    Tardis.fill(Form.DATA, length, done, portion);
                    if (!Arrays.equals(read, portion)) {
                        throw new IOException("object" + i + " differs within a megabyte of byte " + done);
                    }
                }
            }
        }
        System.out.println("read all of it back, each byte as it was");
    }
}
