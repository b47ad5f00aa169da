package org.underbase.bench.tracer.micro;

import java.io.FileNotFoundException;
import java.io.OutputStream;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * File system whose streams do nothing: a read fills no byte, and a write stores none. The cost of a traced stream over it is
 * the cost of the tracer. It has no directories; any path such as {@code void:///any} can be opened and created.
 */
public final class VoidFileSystem extends FileSystem {
    static final URI ROOT = URI.create("void:///");

    private URI uri = ROOT;

    @Override
    public void initialize(URI name, Configuration conf) throws java.io.IOException {
        super.initialize(name, conf);
        uri = name;
        setConf(conf);
    }

    @Override
    public String getScheme() {
        return "void";
    }

    @Override
    public URI getUri() {
        return uri;
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) {
        return new FSDataInputStream(new Source());
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws java.io.IOException {
        return new FSDataOutputStream(OutputStream.nullOutputStream(), null);
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
        throw new UnsupportedOperationException("append");
    }

    @Override
    public boolean rename(Path from, Path to) {
        return false;
    }

    @Override
    public boolean delete(Path path, boolean recursive) {
        return false;
    }

    @Override
    public FileStatus[] listStatus(Path path) {
        return new FileStatus[0];
    }

    @Override
    public void setWorkingDirectory(Path path) {
        throw new UnsupportedOperationException("setWorkingDirectory");
    }

    @Override
    public Path getWorkingDirectory() {
        return new Path(ROOT);
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) {
        return false;
    }

    @Override
    public FileStatus getFileStatus(Path path) throws FileNotFoundException {
        throw new FileNotFoundException(path.toString());
    }

    /** Endless input. */
    private static final class Source extends FSInputStream {
        private long position;

        @Override
        public int read() {
            position++;
            return 0;
        }

        @Override
        public int read(byte[] buffer, int off, int len) {
            position += len;
            return len;
        }

        @Override
        public int read(long at, byte[] buffer, int off, int len) {
            return len;
        }

        @Override
        public void seek(long target) {
            position = target;
        }

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public boolean seekToNewSource(long target) {
            return false;
        }
    }
}
