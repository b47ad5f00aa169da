package org.underbase.htfs.equality;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.ReadOption;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.apache.hadoop.io.ElasticByteBufferPool;

/** Calls that open, create, append, read and write files. */
final class FileSteps {
    private static final int BLOCK = 1 << 20;
    private static final byte[] DATA = new byte[2 * BLOCK + 12345];

    static {
        new Random(1).nextBytes(DATA);
    }

    private FileSteps() {}

    static Script script() {
        Script script = new Script();
        creating(script);
        writing(script);
        opening(script);
        reading(script);
        positioned(script);
        vectored(script);
        hints(script);
        return script;
    }

    private static void creating(Script script) {
        script.step(
                        "create 7",
                        side -> write(side.fs()
                                .create(
                                        side.at("create7"),
                                        FsPermission.valueOf("-rw-r-----"),
                                        true,
                                        4096,
                                        (short) 2,
                                        BLOCK,
                                        null)))
                .step(
                        "create with favored nodes",
                        side -> write(side.fs()
                                .create(
                                        side.at("favored"),
                                        FsPermission.getFileDefault(),
                                        true,
                                        4096,
                                        (short) 1,
                                        BLOCK,
                                        null,
                                        new InetSocketAddress[] {InetSocketAddress.createUnresolved("127.0.0.1", 1)})))
                .step(
                        "create with flags and checksum",
                        side -> write(side.fs()
                                .create(
                                        side.at("flags"),
                                        FsPermission.getFileDefault(),
                                        EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE, CreateFlag.SYNC_BLOCK),
                                        4096,
                                        (short) 1,
                                        BLOCK,
                                        null,
                                        Options.ChecksumOpt.createDisabled())))
                .step("create over a file", side -> side.fs().create(side.at("create7"), false))
                .step("create below a file", side -> side.fs().create(side.at("create7/below")))
                .step("create null", side -> side.fs().create((Path) null))
                .step("create with a foreign path", side -> side.fs().create(new Path("file:///tmp/x")))
                .step("createNonRecursive without parent", side -> side.fs()
                        .createNonRecursive(side.at("no/parent"), true, 4096, (short) 1, BLOCK, null))
                .step(
                        "createNonRecursive",
                        side -> write(side.fs()
                                .createNonRecursive(side.at("nonrecursive"), true, 4096, (short) 1, BLOCK, null)))
                .step("createNewFile", side -> side.fs().createNewFile(side.at("new")))
                .step("createNewFile again", side -> side.fs().createNewFile(side.at("new")))
                .step(
                        "createFile builder",
                        side -> write(side.fs()
                                .createFile(side.at("built/deep"))
                                .permission(FsPermission.valueOf("-rw-------"))
                                .replication((short) 2)
                                .blockSize(BLOCK)
                                .bufferSize(1024)
                                .recursive()
                                .overwrite(true)
                                .build()))
                .step(
                        "createFile builder, not recursive",
                        side -> side.fs().createFile(side.at("no/parent")).build())
                .step("createFile builder, no overwrite", side -> side.fs()
                        .createFile(side.at("built/deep"))
                        .overwrite(false)
                        .build())
                .step(
                        "createFile builder, replicate and favored",
                        side -> write(side.fs()
                                .createFile(side.at("replicated"))
                                .replicate()
                                .ignoreClientLocality()
                                .favoredNodes(
                                        new InetSocketAddress[] {InetSocketAddress.createUnresolved("127.0.0.1", 1)})
                                .build()))
                .step(
                        "createFile builder, storage policy",
                        side -> write(side.fs()
                                .createFile(side.at("cold"))
                                .storagePolicyName("COLD")
                                .build()))
                .step(
                        "createFile builder, unknown key",
                        side -> write(side.fs()
                                .createFile(side.at("optional"))
                                .opt("fs.test.unknown", true)
                                .build()))
                .step("relative path", side -> {
                    side.fs().setWorkingDirectory(side.at("built"));
                    write(side.fs().create(new Path("relative")));
                    return side.fs().getFileStatus(new Path("relative"));
                });
    }

    private static void writing(Script script) {
        script.step("big file", side -> {
                    FSDataOutputStream out =
                            side.keep("out", side.fs().create(side.at("big"), true, 4096, (short) 2, BLOCK));
                    out.write(DATA);
                    // The blocks are allocated while this step is observed.
                    out.hflush();
                    return out.getPos();
                })
                .does("hflush", side -> side.output("out").hflush())
                .does("hsync", side -> side.output("out").hsync())
                .does("hsync with length", side -> ((HdfsDataOutputStream) side.output("out"))
                        .hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH)))
                .does("flush", side -> side.output("out").flush())
                .does("setDropBehind on output", side -> side.output("out").setDropBehind(true))
                .step("capabilities of output", side -> capabilities(side.output("out")))
                .step("abort", side -> side.output("out").abort())
                .step("replication of the block", side -> ((HdfsDataOutputStream) side.output("out"))
                        .getCurrentBlockReplication())
                .step(
                        "wrapped output",
                        side -> side.output("out").getWrappedStream().getClass())
                .step("output as text", side -> side.output("out").toString())
                .step("statistics of output", side -> side.output("out").getIOStatistics())
                .step("write data types", side -> {
                    FSDataOutputStream out = side.output("out");
                    out.writeInt(7);
                    out.writeLong(8);
                    out.writeUTF("nine");
                    out.writeBoolean(true);
                    out.writeDouble(1.5);
                    out.writeChars("ab");
                    out.writeBytes("cd");
                    out.write(1);
                    return out.getPos() + " " + out.size();
                })
                .step("write beyond the array", side -> {
                    side.output("out").write(new byte[3], 2, 5);
                    return "written";
                })
                .step("write null", side -> {
                    side.output("out").write((byte[]) null);
                    return "written";
                })
                .does("close output", side -> side.output("out").close())
                .does("close output again", side -> side.output("out").close())
                .does("write after close", side -> side.output("out").write(DATA))
                .does("hflush after close", side -> side.output("out").hflush())
                .step("position after close", side -> side.output("out").getPos())
                .step("append", side -> {
                    FSDataOutputStream out = side.fs().append(side.at("big"));
                    long start = out.getPos();
                    out.write(DATA, 0, 1000);
                    out.close();
                    return start + " " + out.getPos();
                })
                .step("append to new block", side -> write(side.fs().append(file(side, "a1"), 4096, null, true)))
                .step(
                        "append with flags",
                        side -> write(side.fs().append(file(side, "a2"), EnumSet.of(CreateFlag.APPEND), 4096, null)))
                .step(
                        "append with favored nodes",
                        side -> write(side.fs()
                                .append(
                                        file(side, "a3"),
                                        EnumSet.of(CreateFlag.APPEND, CreateFlag.NEW_BLOCK),
                                        4096,
                                        null,
                                        null)))
                .step("append without flag", side -> side.fs()
                        .append(side.at("big"), EnumSet.of(CreateFlag.NEW_BLOCK), 4096, null))
                .step(
                        "appendFile builder",
                        side -> write(side.fs().appendFile(file(side, "a4")).build()))
                .step("append to nothing", side -> side.fs().append(side.at("nothing")))
                .step("append to a directory", side -> side.fs().append(side.at("built")))
                .step("truncate", side -> side.fs().truncate(side.at("big"), 2L * BLOCK))
                .step("truncate too far", side -> side.fs().truncate(side.at("big"), 1L << 40))
                .step("concat", side -> {
                    for (String name : List.of("part1", "part2", "whole")) {
                        write(side.fs().create(side.at(name), true, 4096, (short) 1, BLOCK));
                    }
                    side.fs().concat(side.at("whole"), new Path[] {side.at("part1"), side.at("part2")});
                    return side.fs().getFileStatus(side.at("whole"));
                })
                .does("concat with nothing", side -> side.fs().concat(side.at("whole"), new Path[] {side.at("part1")}))
                .does("concat null", side -> side.fs().concat(side.at("whole"), null));
    }

    private static void opening(Script script) {
        script.step("open nothing", side -> side.fs().open(side.at("nothing")))
                .step("open a directory", side -> side.fs().open(side.at("built")))
                .step("open null", side -> side.fs().open((Path) null))
                .step("open", side -> drain(side.fs().open(side.at("big"), 4096)))
                .step(
                        "openFile",
                        side -> drain(side.fs()
                                .openFile(side.at("big"))
                                .opt(Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, "random")
                                .build()
                                .get(60, TimeUnit.SECONDS)))
                .step(
                        "openFile with status",
                        side -> drain(side.fs()
                                .openFile(side.at("big"))
                                .withFileStatus(side.fs().getFileStatus(side.at("big")))
                                .build()
                                .get(60, TimeUnit.SECONDS)))
                .step(
                        "openFile nothing",
                        side -> side.fs().openFile(side.at("nothing")).build().get(60, TimeUnit.SECONDS))
                .step(
                        "openFile nothing, joined",
                        side -> side.fs().openFile(side.at("nothing")).build().join())
                .step("openFile with unknown must", side -> side.fs()
                        .openFile(side.at("big"))
                        .must("fs.test.unknown", "x")
                        .build()
                        .get(60, TimeUnit.SECONDS))
                .step("path handle", side -> {
                    PathHandle handle =
                            side.fs().getPathHandle(side.fs().getFileStatus(side.at("big")), Options.HandleOpt.exact());
                    return drain(side.fs().open(handle, 4096))
                            + drain(side.fs().open(handle))
                            + drain(side.fs().openFile(handle).build().get(60, TimeUnit.SECONDS));
                })
                .step("path handle of a directory", side -> side.fs()
                        .getPathHandle(side.fs().getFileStatus(side.at("built"))))
                .step("path handle of a changed file", side -> {
                    PathHandle handle =
                            side.fs().getPathHandle(side.fs().getFileStatus(side.at("new")), Options.HandleOpt.exact());
                    side.fs().delete(side.at("new"), false);
                    return side.fs().open(handle);
                });
    }

    private static void reading(Script script) {
        script.step("open for reading", side -> side.keep("in", side.fs().open(side.at("big")))
                        .getPos())
                .step("read one", side -> side.input("in").read())
                .step("read array", side -> side.input("in").read(new byte[1000]))
                .step("read part of array", side -> side.input("in").read(new byte[1000], 10, 500))
                .step("position", side -> side.input("in").getPos())
                .step("available", side -> side.input("in").available())
                .step("skip", side -> side.input("in").skip(5000))
                .step("skip back", side -> side.input("in").skip(-5))
                .does("seek", side -> side.input("in").seek(BLOCK - 10))
                .step("read over a block's end", side -> {
                    byte[] buffer = new byte[4096];
                    side.input("in").readFully(buffer);
                    return side.input("in").getPos() + " " + buffer[4000];
                })
                .does("seek beyond the end", side -> side.input("in").seek(1L << 40))
                .does("seek before the start", side -> side.input("in").seek(-1))
                .step("seekToNewSource", side -> side.input("in").seekToNewSource(100))
                .step("markSupported", side -> side.input("in").markSupported())
                .does("mark", side -> side.input("in").mark(10))
                .does("reset", side -> side.input("in").reset())
                .step("read heap buffer", side -> readBuffer(side, ByteBuffer.allocate(3000)))
                .step("read direct buffer", side -> readBuffer(side, ByteBuffer.allocateDirect(3000)))
                .step("read null buffer", side -> side.input("in").read((ByteBuffer) null))
                .step("read data types", side -> {
                    FSDataInputStream in = side.input("in");
                    in.seek(64);
                    return in.readInt() + " " + in.readLong() + " " + in.readBoolean() + " " + in.readUnsignedShort()
                            + " " + in.skipBytes(7) + " " + in.getPos();
                })
                .step("zero-copy read", side -> {
                    ByteBuffer buffer = side.input("in")
                            .read(new ElasticByteBufferPool(), 1000, EnumSet.of(ReadOption.SKIP_CHECKSUMS));
                    Object shown = Shown.of(buffer, side);
                    side.input("in").releaseBuffer(buffer);
                    return shown;
                })
                .step("zero-copy read without pool", side -> side.input("in").read(null, 1000))
                .does("release a foreign buffer", side -> side.input("in").releaseBuffer(ByteBuffer.allocate(1)))
                .step("read at the end", side -> {
                    side.input("in")
                            .seek(side.fs().getFileStatus(side.at("big")).getLen());
                    return side.input("in").read(new byte[10]) + " "
                            + side.input("in").read();
                })
                .step("readFully at the end", side -> {
                    side.input("in").readFully(new byte[10]);
                    return "read";
                });
    }

    private static void positioned(Script script) {
        script.step("pread", side -> side.input("in").read(12345, new byte[500], 0, 500))
                .step("pread at the end", side -> side.input("in").read(1L << 30, new byte[500], 0, 500))
                .step("pread before the start", side -> side.input("in").read(-1, new byte[500], 0, 500))
                .step("pread beyond the array", side -> side.input("in").read(0, new byte[5], 3, 10))
                .does("readFully", side -> side.input("in").readFully(BLOCK - 5, new byte[500]))
                .does("readFully part", side -> side.input("in").readFully(77, new byte[500], 3, 400))
                .does("readFully too far", side -> side.input("in").readFully(2L * BLOCK - 5, new byte[500]))
                .step("pread heap buffer", side -> side.input("in").read(99, ByteBuffer.allocate(100)))
                .step("pread direct buffer", side -> side.input("in").read(99, ByteBuffer.allocateDirect(100)))
                .does("readFully buffer", side -> side.input("in").readFully(99, ByteBuffer.allocate(100)))
                .does("readFully buffer too far", side -> side.input("in")
                        .readFully(2L * BLOCK - 5, ByteBuffer.allocate(100)));
    }

    private static void vectored(Script script) {
        script.step(
                        "vectored read",
                        side -> vectored(
                                side, FileRange.createFileRange(0, 100), FileRange.createFileRange(BLOCK - 50, 100)))
                .step(
                        "vectored read, unordered",
                        side -> vectored(side, FileRange.createFileRange(5000, 100), FileRange.createFileRange(0, 100)))
                .step(
                        "vectored read, overlapping",
                        side -> vectored(side, FileRange.createFileRange(0, 100), FileRange.createFileRange(50, 100)))
                .step("vectored read beyond the end", side -> vectored(side, FileRange.createFileRange(1L << 30, 100)))
                .step("vectored read of nothing", side -> vectored(side))
                .does("vectored read of null", side -> side.input("in").readVectored(null, ByteBuffer::allocate))
                .step("vectored read with a null range", side -> vectored(side, (FileRange) null))
                .step("vectored read with release", side -> {
                    List<FileRange> ranges = List.of(FileRange.createFileRange(10, 20));
                    side.input("in").readVectored(ranges, ByteBuffer::allocate, buffer -> {});
                    return Shown.of(ranges.get(0).getData().get(60, TimeUnit.SECONDS), side);
                })
                .step(
                        "vectored limits",
                        side -> side.input("in").minSeekForVectorReads() + " "
                                + side.input("in").maxReadSizeForVectorReads());
    }

    private static void hints(Script script) {
        script.does("setReadahead", side -> side.input("in").setReadahead(65536L))
                .does("setReadahead negative", side -> side.input("in").setReadahead(-5L))
                .does("setDropBehind on input", side -> side.input("in").setDropBehind(true))
                .does("unbuffer", side -> side.input("in").unbuffer())
                .step("file descriptor", side -> side.input("in").getFileDescriptor())
                .step("capabilities of input", side -> capabilities(side.input("in")))
                .step("statistics of input", side -> side.input("in").getIOStatistics())
                .step(
                        "wrapped input",
                        side -> side.input("in").getWrappedStream().getClass())
                .step("input as text", side -> side.input("in").toString())
                .step("HDFS facts", side -> {
                    HdfsDataInputStream in = (HdfsDataInputStream) side.input("in");
                    in.seek(0);
                    in.read();
                    return in.getVisibleLength() + " " + in.getAllBlocks().size() + " "
                            + in.getCurrentBlock().getNumBytes() + " " + (in.getCurrentDatanode() != null) + " "
                            + in.getReadStatistics().getTotalBytesRead();
                })
                .step("cleared read statistics", side -> {
                    HdfsDataInputStream in = (HdfsDataInputStream) side.input("in");
                    in.clearReadStatistics();
                    return in.getReadStatistics().getTotalBytesRead();
                })
                .does("close input", side -> side.input("in").close())
                .does("close input again", side -> side.input("in").close())
                .step("read after close", side -> side.input("in").read())
                .step("pread after close", side -> side.input("in").read(0, new byte[1], 0, 1))
                .does("seek after close", side -> side.input("in").seek(0))
                .step("available after close", side -> side.input("in").available());
    }

    private static String readBuffer(Side side, ByteBuffer buffer) throws IOException {
        int count = side.input("in").read(buffer);
        return count + " " + buffer.position();
    }

    private static List<String> vectored(Side side, FileRange... ranges) throws Exception {
        List<FileRange> all = new ArrayList<>();
        for (FileRange range : ranges) {
            all.add(range);
        }
        side.input("in").readVectored(all, ByteBuffer::allocate);
        List<String> shown = new ArrayList<>();
        for (FileRange range : all) {
            shown.add(range + " " + Shown.of(range.getData().get(60, TimeUnit.SECONDS), side));
        }
        return shown;
    }

    private static List<String> capabilities(StreamCapabilities stream) {
        List<String> has = new ArrayList<>();
        for (String each : List.of(
                "hflush",
                StreamCapabilities.HSYNC,
                StreamCapabilities.READAHEAD,
                StreamCapabilities.DROPBEHIND,
                StreamCapabilities.UNBUFFER,
                StreamCapabilities.READBYTEBUFFER,
                StreamCapabilities.PREADBYTEBUFFER,
                StreamCapabilities.VECTOREDIO,
                StreamCapabilities.ABORTABLE_STREAM,
                StreamCapabilities.IOSTATISTICS,
                "unknown")) {
            has.add(each + "=" + stream.hasCapability(each));
        }
        return has;
    }

    private static Path file(Side side, String name) throws IOException {
        try (FSDataOutputStream out = side.fs().create(side.at(name), true, 4096, (short) 1, BLOCK)) {
            out.write(DATA, 0, 5000);
        }
        return side.at(name);
    }

    private static String write(FSDataOutputStream out) throws IOException {
        long start = out.getPos();
        try (out) {
            out.write(DATA, 0, 3000);
            out.hflush();
        }
        return out.getClass().getSuperclass() == FSDataOutputStream.class || out instanceof HdfsDataOutputStream
                ? "wrote from " + start + " to " + out.getPos()
                : "not an HDFS stream";
    }

    private static String drain(FSDataInputStream in) throws IOException {
        try (in) {
            byte[] all = in.readAllBytes();
            return (in instanceof HdfsDataInputStream) + " read " + all.length + " " + java.util.Arrays.hashCode(all);
        }
    }
}
