package org.underbase.analysis.fsimage;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/**
 * File with an fsimage in XML, as {@code hdfs oiv -p XML} prints it; also compressed, with the suffix of one of Hadoop's codecs.
 */
public final class FsImageFile {
    private final Configuration conf;
    private final String location;

    /**
     * @param conf configuration of the file systems
     * @param location path on any of Hadoop's file systems; local without a scheme
     */
    public FsImageFile(Configuration conf, String location) {
        this.conf = conf;
        this.location = location;
    }

    /** Returns the qualified location. */
    public String location() {
        return path().toString();
    }

    /** Whether the file is on the local file system. */
    public boolean isLocal() {
        return "file".equals(path().toUri().getScheme());
    }

    private Path path() {
        Path path = new Path(location);
        return path.toUri().getScheme() == null
                ? new Path(java.nio.file.Path.of(location).toUri())
                : path;
    }

    /** Returns a text that changes with the location, the length or the time of the file. */
    public String version() throws IOException {
        FileStatus status = status();
        return status.getPath() + " " + status.getLen() + " " + status.getModificationTime();
    }

    private FileStatus status() throws IOException {
        return path().getFileSystem(conf).getFileStatus(path());
    }

    /**
     * Reads the files whose names are of interest. Memory: about 150 bytes per such file and directory.
     *
     * @param names whether a file or directory with this name is of interest
     * @param alive called now and then while the file is read
     * @throws IOException if the file cannot be read, is incomplete or no XML of an fsimage
     */
    public FsImage read(Predicate<String> names, Runnable alive) throws IOException {
        // A call may set any time of modification: one after the image was written is not that of a change.
        long latest = status().getModificationTime();
        CompressionCodec codec = new CompressionCodecFactory(conf).getCodec(path());
        FileSystem fileSystem = path().getFileSystem(conf);
        try (InputStream file = fileSystem.open(path());
                InputStream in = codec == null ? file : codec.createInputStream(file)) {
            return new FsImageXml(names, latest, alive).parse(location, in);
        }
    }

    @Override
    public String toString() {
        return location;
    }
}
