package org.underbase.htfs.coverage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.underbase.htfs.coverage.Probe.Reason.BUILDER;
import static org.underbase.htfs.coverage.Probe.Reason.LOCAL;

import java.net.URI;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateOpts;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.APITraceFileSystem;
import org.underbase.htfs.APITraceFs;
import org.underbase.htfs.Capture;

/** On other schemes each public method that an application can call records one event or is listed. */
class FilterCoverageTest {
    @TempDir
    java.nio.file.Path directory;

    private final Configuration conf = Capture.configured(new Configuration());
    private FileSystem fs;
    private Path file;

    @BeforeEach
    void write() throws Exception {
        fs = new APITraceFileSystem(FileSystem.newInstanceLocal(conf), conf);
        file = new Path(directory.resolve("file").toUri());
        try (FSDataOutputStream out = fs.create(file)) {
            out.write(new byte[1000]);
        }
    }

    @Test
    void theFileSystem() throws Exception {
        FileStatus status = fs.getFileStatus(file);
        Probe probe = new Probe(FileSystem.class)
                .with(Path.class, file)
                .with(Path[].class, new Path[] {file})
                .with(FileStatus.class, status)
                .with(List.class, List.of())
                .with(String.class, "user.x")
                .with(FsPermission.class, FsPermission.getFileDefault())
                .with(EnumSet.class, EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE))
                .with(int.class, 1024)
                .list(LOCAL, "getScheme", "getUri", "getName", "getConf", "setConf", "getWorkingDirectory")
                .list(LOCAL, "setWorkingDirectory", "getHomeDirectory", "getDefaultBlockSize", "getDefaultReplication")
                .list(LOCAL, "makeQualified", "getCanonicalServiceName", "supportsSymlinks", "hasPathCapability")
                .list(LOCAL, "getStorageStatistics", "getChildFileSystems")
                .list(BUILDER, "createFile", "appendFile", "openFile")
                // Copying a file onto itself corrupts it, and LocalFileSystem then moves it to the root of the disk.
                .notCalled("copyFromLocalFile", "moveFromLocalFile", "copyToLocalFile", "moveToLocalFile")
                .notCalled("startLocalOutput", "completeLocalOutput")
                // It sums the complete disk; RecordedLayersTest calls it on a small file system.
                .notCalled("getUsed()")
                .notCalled("close()", "initialize(URI,Configuration)");
        assertThat(probe.wrong(fs)).isEmpty();
        long before = Capture.count();
        fs.close();
        assertThat(Capture.count() - before).isEqualTo(1);
    }

    @Test
    void copies() throws Exception {
        Path here = new Path(directory.resolve("here").toUri());
        Path there = new Path(directory.resolve("there").toUri());
        Path into = new Path(Files.createDirectory(directory.resolve("into")).toUri());
        long before = Capture.count();
        fs.copyToLocalFile(file, here);
        fs.copyToLocalFile(true, file, here);
        fs.copyFromLocalFile(here, there);
        fs.copyFromLocalFile(false, here, there);
        fs.copyFromLocalFile(false, true, here, there);
        fs.copyToLocalFile(true, there, here, true);
        fs.moveFromLocalFile(here, there);
        fs.moveToLocalFile(there, here);
        fs.copyFromLocalFile(false, true, new Path[] {here}, there);
        fs.completeLocalOutput(there, fs.startLocalOutput(there, here));
        fs.moveFromLocalFile(new Path[] {there}, into);

        assertThat(directory.resolve("into").resolve("there")).hasSize(1000);
        assertThat(Capture.count() - before).isEqualTo(12);
    }

    @Test
    void theInputStream() throws Exception {
        FSDataInputStream in = fs.open(file);
        Probe probe = Probe.ofInput(FSDataInputStream.class);
        // Without the capability, unbuffer does not reach the stream.
        probe.list(LOCAL, "unbuffer");
        assertThat(probe.wrong(in)).isEmpty();
        long before = Capture.count();
        in.close();
        assertThat(Capture.count() - before).isEqualTo(1);
    }

    @Test
    void theOutputStream() throws Exception {
        FSDataOutputStream out = fs.create(file);
        Probe probe = Probe.ofOutput(FSDataOutputStream.class);
        assertThat(probe.wrong(out)).isEmpty();
        long before = Capture.count();
        out.close();
        assertThat(Capture.count() - before).isEqualTo(1);
    }

    @Test
    void theFileSystemOfFileContext() throws Exception {
        conf.setClass("fs.AbstractFileSystem.file.impl", APITraceFs.class, AbstractFileSystem.class);
        AbstractFileSystem context = AbstractFileSystem.get(URI.create("file:///"), conf);
        assertThat(context).isInstanceOf(APITraceFs.class);
        Probe probe = new Probe(AbstractFileSystem.class)
                .with(Path.class, file)
                .with(String.class, "user.x")
                .with(FsPermission.class, FsPermission.getFileDefault())
                .with(URI.class, URI.create("file:///"))
                .with(int.class, 1024)
                .with(EnumSet.class, EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE))
                .with(CreateOpts[].class, new CreateOpts[] {CreateOpts.perms(FsPermission.getFileDefault())})
                .list(LOCAL, "getStatistics", "isValidName", "checkScheme", "getUriDefaultPort", "getUri", "checkPath")
                .list(LOCAL, "getUriPath", "makeQualified", "getInitialWorkingDirectory", "getHomeDirectory")
                .list(LOCAL, "supportsSymlinks", "getCanonicalServiceName", "hasPathCapability", "hashCode", "equals")
                // create, which is final, reads them at each call.
                .list(LOCAL, "getServerDefaults");
        assertThat(probe.wrong(context)).isEmpty();
    }
}
