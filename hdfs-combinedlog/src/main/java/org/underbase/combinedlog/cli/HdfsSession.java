package org.underbase.combinedlog.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Connection to the file system of a path, with messages that name an unreachable NameNode. */
final class HdfsSession {
    private HdfsSession() {}

    /** Calls on the file system. */
    interface Calls<T> {
        T on(FileSystem fileSystem) throws IOException;
    }

    static <T> T run(Configuration conf, Path path, Calls<T> calls) throws IOException {
        try (FileSystem fileSystem = FileSystem.newInstance(path.toUri(), conf)) {
            return calls.on(fileSystem);
        } catch (ConnectException | UnknownHostException | NoRouteToHostException e) {
            throw unreachable(conf, path, e);
        } catch (IllegalArgumentException e) {
            if (e.getCause() instanceof UnknownHostException) {
                throw unreachable(conf, path, e);
            }
            throw e;
        }
    }

    private static IOException unreachable(Configuration conf, Path path, Exception cause) {
        String system = path.toUri().getAuthority() == null
                ? FileSystem.getDefaultUri(conf).toString()
                : path.toUri().getScheme() + "://" + path.toUri().getAuthority();
        return new IOException(
                "cannot reach the NameNode of " + system + ": check that it is running and that --conf selects its"
                        + " configuration",
                cause);
    }
}
