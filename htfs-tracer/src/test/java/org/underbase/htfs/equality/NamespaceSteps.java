package org.underbase.htfs.equality;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.MultipartUploader;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.PartHandle;
import org.apache.hadoop.fs.PartialListing;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.UploadHandle;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.functional.FutureIO;

/** Calls on the namespace and on attributes. */
@SuppressWarnings("deprecation") // applications still call deprecated methods
final class NamespaceSteps {
    private NamespaceSteps() {}

    static Script script() {
        Script script = new Script();
        tree(script);
        links(script);
        listings(script);
        attributes(script);
        quotas(script);
        uploads(script);
        return script;
    }

    private static void tree(Script script) {
        script.step("mkdirs", side -> side.fs().mkdirs(side.at("a/b/c")))
                .step("mkdirs with permission", side -> side.fs()
                        .mkdirs(side.at("p"), FsPermission.valueOf("drwx------")))
                .step("mkdir", side -> side.fs().mkdir(side.at("m"), FsPermission.getDirDefault()))
                .step("mkdir without parent", side -> side.fs().mkdir(side.at("x/y"), FsPermission.getDirDefault()))
                .step("files", side -> {
                    for (int i = 0; i < 8; i++) {
                        side.fs().create(side.at("a/file" + i)).close();
                    }
                    return "created";
                })
                .step("mkdirs over a file", side -> side.fs().mkdirs(side.at("a/file0")))
                .step("rename", side -> side.fs().rename(side.at("a/file0"), side.at("a/renamed")))
                .step("rename into a directory", side -> side.fs().rename(side.at("a/file1"), side.at("a/b")))
                .step("rename nothing", side -> side.fs().rename(side.at("nothing"), side.at("else")))
                .step("rename null", side -> side.fs().rename(null, side.at("else")))
                .does("rename over", side -> side.fs()
                        .rename(side.at("a/renamed"), side.at("a/file2"), Rename.OVERWRITE))
                .does("rename over without option", side -> side.fs()
                        .rename(side.at("a/file2"), side.at("a/file3"), Rename.NONE))
                .step("delete", side -> side.fs().delete(side.at("a/file3"), false))
                .step("delete 1", side -> side.fs().delete(side.at("a/file4")))
                .step("delete nothing", side -> side.fs().delete(side.at("a/file3"), false))
                .step("delete a full directory", side -> side.fs().delete(side.at("a"), false))
                .step("bulk delete", side -> {
                    try (BulkDelete bulk = side.fs().createBulkDelete(side.at("a"))) {
                        return bulk.pageSize() + " " + bulk.bulkDelete(List.of(side.at("a/file5")));
                    }
                })
                .step("deleteOnExit", side -> side.fs().deleteOnExit(side.at("a/file6")))
                .step("deleteOnExit of nothing", side -> side.fs().deleteOnExit(side.at("nothing")))
                .step("cancelDeleteOnExit", side -> side.fs().cancelDeleteOnExit(side.at("a/file6")))
                .step("getFileStatus", side -> side.fs().getFileStatus(side.at("a/file6")))
                .step("getFileStatus of nothing", side -> side.fs().getFileStatus(side.at("nothing")))
                .step("getFileLinkStatus", side -> side.fs().getFileLinkStatus(side.at("a/file6")))
                .step(
                        "exists",
                        side -> side.fs().exists(side.at("a")) + " " + side.fs().exists(side.at("nothing")))
                .step(
                        "isFile",
                        side -> side.fs().isFile(side.at("a")) + " " + side.fs().isFile(side.at("nothing")))
                .step(
                        "isDirectory",
                        side -> side.fs().isDirectory(side.at("a")) + " "
                                + side.fs().isDirectory(side.at("nothing")))
                .step("getLength", side -> side.fs().getLength(side.at("a/file6")))
                .step("getReplication", side -> side.fs().getReplication(side.at("a/file6")))
                .step("getBlockSize", side -> side.fs().getBlockSize(side.at("a/file6")))
                .step(
                        "resolvePath",
                        side -> side.fs().resolvePath(side.at("a")).toUri().getPath())
                .step("resolvePath of nothing", side -> side.fs().resolvePath(side.at("nothing")))
                .step("getLinkTarget of a file", side -> side.fs().getLinkTarget(side.at("a/file6")))
                .step("supportsSymlinks", side -> side.fs().supportsSymlinks())
                .does("access", side -> side.fs().access(side.at("a"), FsAction.READ))
                .does("access nothing", side -> side.fs().access(side.at("nothing"), FsAction.READ))
                .does("msync", side -> side.fs().msync())
                .step(
                        "getEnclosingRoot",
                        side -> side.fs().getEnclosingRoot(side.at("a")).toUri().getPath())
                .step(
                        "default sizes",
                        side -> side.fs().getDefaultBlockSize() + " "
                                + side.fs().getDefaultBlockSize(side.at("a")) + " "
                                + side.fs().getDefaultReplication() + " "
                                + side.fs().getDefaultReplication(side.at("a")))
                .step(
                        "server defaults",
                        side -> side.fs().getServerDefaults().getBlockSize() + " "
                                + side.fs().getServerDefaults(side.at("a")).getReplication())
                .step(
                        "path capabilities",
                        side -> side.fs().hasPathCapability(side.at("a"), "fs.capability.paths.append")
                                + " " + side.fs().hasPathCapability(side.at("a"), "fs.capability.batch.listing")
                                + " " + side.fs().hasPathCapability(side.at("a"), "unknown"))
                .step(
                        "scheme and names",
                        side -> side.fs().getScheme() + " " + side.fs().getUri() + " "
                                + side.fs().getCanonicalServiceName() + " " + side.fs());
    }

    /** Calls on symbolic links, which MiniDFSCluster enables for its process. */
    private static void links(Script script) {
        script.does("createSymlink", side -> side.fs().createSymlink(side.at("a"), side.at("link"), true))
                .does("createSymlink over", side -> side.fs().createSymlink(side.at("a"), side.at("link"), true))
                .does("createSymlink dangling", side -> side.fs()
                        .createSymlink(side.at("nothing"), side.at("dangling"), true))
                .step(
                        "getLinkTarget",
                        side -> side.fs().getLinkTarget(side.at("link")).toUri().getPath())
                .step(
                        "getFileLinkStatus of a link",
                        side -> side.fs().getFileLinkStatus(side.at("link")).isSymlink())
                .step("getFileStatus through a link", side -> side.fs().getFileStatus(side.at("link/file6")))
                .step("getFileStatus of a dangling link", side -> side.fs().getFileStatus(side.at("dangling")))
                .step("listStatus through a link", side -> side.fs().listStatus(side.at("link")))
                .step("create through a link", side -> {
                    side.fs().create(side.at("link/made")).close();
                    return side.fs().getFileStatus(side.at("a/made"));
                })
                .step("create by builder through a link", side -> {
                    side.fs().createFile(side.at("link/built")).build().close();
                    return side.fs().getFileStatus(side.at("a/built"));
                })
                .step(
                        "open through a link",
                        side -> side.fs().open(side.at("link/made")).read())
                .step("append through a link", side -> {
                    side.fs().append(side.at("link/made")).close();
                    return "appended";
                })
                .step("rename through a link", side -> side.fs().rename(side.at("link/made"), side.at("link/renamed")))
                .step("delete through a link", side -> side.fs().delete(side.at("link/built"), false))
                .does("setPermission through a link", side -> side.fs()
                        .setPermission(side.at("link/renamed"), FsPermission.valueOf("-r--------")))
                .step("delete a link", side -> side.fs().delete(side.at("dangling"), false));
    }

    private static void listings(Script script) {
        script.step("many", side -> {
                    for (int i = 0; i < 10; i++) {
                        side.fs().create(side.at("many/f" + i)).close();
                    }
                    return side.fs().mkdirs(side.at("many/d"));
                })
                .step("listStatus", side -> side.fs().listStatus(side.at("many")))
                .step("listStatus with filter", side -> side.fs()
                        .listStatus(side.at("many"), path -> path.getName().endsWith("1")))
                .step("listStatus of several", side -> side.fs().listStatus(new Path[] {side.at("many"), side.at("a")}))
                .step("listStatus of nothing", side -> side.fs().listStatus(side.at("nothing")))
                .step("listStatus of several with null", side -> side.fs()
                        .listStatus(new Path[] {side.at("many"), null}))
                .step("listStatusIterator", side -> side.fs().listStatusIterator(side.at("many")))
                .step("listStatusIterator of nothing", side -> side.fs().listStatusIterator(side.at("nothing")))
                .step("listLocatedStatus", side -> side.fs().listLocatedStatus(side.at("many")))
                .step("listLocatedStatus of nothing", side -> side.fs().listLocatedStatus(side.at("nothing")))
                .step("listFiles", side -> side.fs().listFiles(side.at("."), true))
                .step("listFiles flat", side -> side.fs().listFiles(side.at("many"), false))
                .step("globStatus", side -> side.fs().globStatus(side.at("*/f[0-5]")))
                .step("globStatus with filter", side -> side.fs()
                        .globStatus(side.at("many/*"), path -> path.getName().equals("d")))
                .step("globStatus of nothing", side -> side.fs().globStatus(side.at("nothing/at/all")))
                .step(
                        "batched listing",
                        side -> batched(
                                side.fs()
                                        .batchedListStatusIterator(
                                                List.of(side.at("many"), side.at("a"), side.at("nothing"))),
                                side))
                .step(
                        "batched located listing",
                        side -> batched(
                                side.fs().batchedListLocatedStatusIterator(List.of(side.at("many"), side.at("a"))),
                                side))
                .step("batched listing of null", side -> side.fs().batchedListStatusIterator(null))
                .step("listCorruptFileBlocks", side -> side.fs().listCorruptFileBlocks(side.at(".")))
                .step("getContentSummary", side -> side.fs().getContentSummary(side.at(".")))
                .step("getContentSummary of nothing", side -> side.fs().getContentSummary(side.at("nothing")))
                .step("getUsed of a path", side -> side.fs().getUsed(side.at("many")))
                .step("getFileBlockLocations", side -> side.fs().getFileBlockLocations(side.at("many/f1"), 0, 10))
                .step("getFileBlockLocations of a status", side -> side.fs()
                        .getFileBlockLocations(side.fs().getFileStatus(side.at("many/f1")), 0, 10))
                .step("getFileBlockLocations of null", side -> side.fs()
                        .getFileBlockLocations((FileStatus) null, 0, 10))
                .step("getLocatedBlocks", side -> side.fs().getLocatedBlocks(side.at("many/f1"), 0, 10))
                .step("getFileChecksum", side -> side.fs().getFileChecksum(side.at("many/f1")))
                .step("getFileChecksum of part", side -> side.fs().getFileChecksum(side.at("many/f1"), 5))
                .step("getFileChecksum of nothing", side -> side.fs().getFileChecksum(side.at("nothing")))
                .step("getStatus", side -> side.fs().getStatus().getCapacity() > 0)
                .does("setVerifyChecksum", side -> side.fs().setVerifyChecksum(false))
                .does("setWriteChecksum", side -> side.fs().setWriteChecksum(false))
                .does("copyFromLocalFile", side -> {
                    java.nio.file.Path local = java.nio.file.Files.createTempFile("htfs", ".local");
                    java.nio.file.Files.writeString(local, "copied");
                    side.fs().copyFromLocalFile(true, new Path(local.toUri()), side.at("copied"));
                })
                .step("copyToLocalFile", side -> {
                    java.nio.file.Path local =
                            java.nio.file.Files.createTempDirectory("htfs").resolve("local");
                    side.fs().copyToLocalFile(false, side.at("copied"), new Path(local.toUri()), true);
                    return java.nio.file.Files.readString(local);
                })
                .step("startLocalOutput", side -> side.fs().startLocalOutput(side.at("o"), new Path("/tmp/none")));
    }

    private static void attributes(Script script) {
        script.does("setPermission", side -> side.fs()
                        .setPermission(side.at("many"), FsPermission.valueOf("drwxr-x--x")))
                .does("setPermission of nothing", side -> side.fs()
                        .setPermission(side.at("nothing"), FsPermission.getDirDefault()))
                .does("setOwner", side -> side.fs().setOwner(side.at("many"), "someone", "somegroup"))
                .does("setOwner to null", side -> side.fs().setOwner(side.at("many"), null, null))
                .does("setTimes", side -> side.fs().setTimes(side.at("many/f1"), 1000, 2000))
                .step("setReplication", side -> side.fs().setReplication(side.at("many/f1"), (short) 1))
                .step("setReplication of a directory", side -> side.fs().setReplication(side.at("many"), (short) 1))
                .step("after these", side -> side.fs().getFileStatus(side.at("many")))
                .does("setAcl", side -> side.fs()
                        .setAcl(
                                side.at("many"),
                                AclEntry.parseAclSpec("user::rwx,user:u1:r-x,group::r-x,other::---", true)))
                .does("modifyAclEntries", side -> side.fs()
                        .modifyAclEntries(side.at("many"), AclEntry.parseAclSpec("user:u2:rwx", true)))
                .does("default ACL", side -> side.fs()
                        .modifyAclEntries(side.at("many"), AclEntry.parseAclSpec("default:user:u3:r--", true)))
                .step("getAclStatus", side -> side.fs().getAclStatus(side.at("many")))
                .does("removeAclEntries", side -> side.fs()
                        .removeAclEntries(side.at("many"), AclEntry.parseAclSpec("user:u1", false)))
                .does("removeDefaultAcl", side -> side.fs().removeDefaultAcl(side.at("many")))
                .does("removeAcl", side -> side.fs().removeAcl(side.at("many")))
                .step("getAclStatus of nothing", side -> side.fs().getAclStatus(side.at("nothing")))
                .does("setXAttr", side -> side.fs()
                        .setXAttr(side.at("many"), "user.one", "1".getBytes(StandardCharsets.UTF_8)))
                .does("setXAttr that exists", side -> side.fs()
                        .setXAttr(side.at("many"), "user.one", new byte[0], EnumSet.of(XAttrSetFlag.CREATE)))
                .does("setXAttr with a bad name", side -> side.fs().setXAttr(side.at("many"), "bad", new byte[0]))
                .step("getXAttr", side -> side.fs().getXAttr(side.at("many"), "user.one"))
                .step("getXAttr of nothing", side -> side.fs().getXAttr(side.at("many"), "user.two"))
                .step("getXAttrs", side -> side.fs().getXAttrs(side.at("many")))
                .step("getXAttrs by name", side -> side.fs().getXAttrs(side.at("many"), List.of("user.one")))
                .step("listXAttrs", side -> side.fs().listXAttrs(side.at("many")))
                .does("removeXAttr", side -> side.fs().removeXAttr(side.at("many"), "user.one"))
                .does("setStoragePolicy", side -> side.fs().setStoragePolicy(side.at("many"), "COLD"))
                .does("setStoragePolicy unknown", side -> side.fs().setStoragePolicy(side.at("many"), "LUKEWARM"))
                .step(
                        "getStoragePolicy",
                        side -> side.fs().getStoragePolicy(side.at("many")).getName())
                .does("unsetStoragePolicy", side -> side.fs().unsetStoragePolicy(side.at("many")))
                .step(
                        "getAllStoragePolicies",
                        side -> side.fs().getAllStoragePolicies().size())
                .step("getStoragePolicies", side -> side.fs().getStoragePolicies().length)
                .does("satisfyStoragePolicy", side -> side.fs().satisfyStoragePolicy(side.at("many")));
    }

    private static void quotas(Script script) {
        script.does("setQuota", side -> side.fs().setQuota(side.at("many"), 100, 1L << 30))
                .does("setQuota by storage type", side -> side.fs()
                        .setQuotaByStorageType(side.at("many"), StorageType.DISK, 1L << 30))
                .does("setQuota negative", side -> side.fs().setQuota(side.at("many"), -5, 1))
                .step("getQuotaUsage", side -> side.fs().getQuotaUsage(side.at("many")))
                .does("setQuota exhausted", side -> {
                    side.fs().setQuota(side.at("many"), 12, 1L << 30);
                    side.fs().create(side.at("many/one"));
                })
                .step(
                        "getTrashRoot",
                        side -> side.fs().getTrashRoot(side.at("many")).toUri().getPath())
                .step("getTrashRoots", side -> side.fs().getTrashRoots(true));
    }

    private static void uploads(Script script) {
        script.step("multipart upload", side -> {
            Path file = side.fs().makeQualified(side.at("up/file"));
            MultipartUploader uploader = side.fs()
                    .createMultipartUploader(side.fs().makeQualified(side.at("up")))
                    .build();
            UploadHandle upload = FutureIO.awaitFuture(uploader.startUpload(file));
            PartHandle part = FutureIO.awaitFuture(
                    uploader.putPart(upload, 1, true, file, new ByteArrayInputStream(new byte[100]), 100));
            FutureIO.awaitFuture(uploader.complete(upload, file, Map.of(1, part)));
            uploader.close();
            return side.fs().getFileStatus(file);
        });
    }

    private static <T extends FileStatus> List<String> batched(RemoteIterator<PartialListing<T>> pages, Side side)
            throws Exception {
        List<String> shown = new ArrayList<>();
        while (pages.hasNext()) {
            PartialListing<T> page = pages.next();
            String content;
            try {
                content = Shown.of(page.get(), side);
            } catch (java.io.IOException e) {
                content = e.getClass() + Shown.neutral(e.getMessage(), side);
            }
            shown.add(page.getListedPath().toUri().getPath() + " " + content);
        }
        return shown;
    }
}
