package org.underbase.htfs.equality;

import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.CacheFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.OpenFilesIterator.OpenFilesType;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReportListing;
import org.apache.hadoop.security.Credentials;

/** Calls on snapshots, erasure coding, encryption, caching, leases and the cluster. */
@SuppressWarnings("deprecation") // applications still call deprecated methods
final class AdministrationSteps {
    private static final String EC = "XOR-2-1-1024k";

    private AdministrationSteps() {}

    static Script script() {
        Script script = new Script();
        snapshots(script);
        erasureCoding(script);
        encryption(script);
        caching(script);
        leases(script);
        cluster(script);
        return script;
    }

    private static void snapshots(Script script) {
        script.step("directory", side -> side.fs().mkdirs(side.at("snap")))
                .step("createSnapshot before allowed", side -> side.fs().createSnapshot(side.at("snap"), "s0"))
                .does("allowSnapshot", side -> side.fs().allowSnapshot(side.at("snap")))
                .step("createSnapshot", side -> side.fs()
                        .createSnapshot(side.at("snap"), "s1")
                        .toUri()
                        .getPath())
                .step("createSnapshot without name", side -> side.fs()
                        .createSnapshot(side.at("snap"))
                        .toUri()
                        .getPath())
                .step("changes", side -> {
                    for (int i = 0; i < 6; i++) {
                        side.fs().create(side.at("snap/f" + i)).close();
                    }
                    return side.fs().createSnapshot(side.at("snap"), "s2").getName();
                })
                .step("getSnapshotDiffReport", side -> side.fs().getSnapshotDiffReport(side.at("snap"), "s1", "s2"))
                .step("getSnapshotDiffReportListing", side -> side.fs()
                        .getSnapshotDiffReportListing(side.at("snap"), "s1", "s2", "", -1)
                        .getCreateList()
                        .size())
                .step("snapshotDiffReportListingRemoteIterator", side -> {
                    RemoteIterator<SnapshotDiffReportListing> pages =
                            side.fs().snapshotDiffReportListingRemoteIterator(side.at("snap"), "s1", "s2");
                    StringBuilder sizes = new StringBuilder();
                    while (pages.hasNext()) {
                        sizes.append(pages.next().getCreateList().size()).append(' ');
                    }
                    return sizes;
                })
                .step("getSnapshottableDirListing", side -> side.fs().getSnapshottableDirListing().length > 0)
                .step("getSnapshotListing", side -> side.fs().getSnapshotListing(side.at("snap")).length)
                .does("renameSnapshot", side -> side.fs().renameSnapshot(side.at("snap"), "s2", "s3"))
                .step("read in a snapshot", side -> side.fs().getFileStatus(side.at("snap/.snapshot/s3/f1")))
                .step("write in a snapshot", side -> side.fs().create(side.at("snap/.snapshot/s3/new")))
                .does("deleteSnapshot", side -> side.fs().deleteSnapshot(side.at("snap"), "s3"))
                .does("deleteSnapshot again", side -> side.fs().deleteSnapshot(side.at("snap"), "s3"))
                .does("disallowSnapshot with snapshots", side -> side.fs().disallowSnapshot(side.at("snap")))
                .step("isSnapshotTrashRootEnabled", side -> side.fs().isSnapshotTrashRootEnabled())
                .step("provisionSnapshotTrash", side -> side.fs()
                        .provisionSnapshotTrash(side.at("snap"), FsPermission.getDirDefault()));
    }

    private static void erasureCoding(Script script) {
        script.does("enableErasureCodingPolicy", side -> side.fs().enableErasureCodingPolicy(EC))
                .step("directory for coding", side -> side.fs().mkdirs(side.at("ec")))
                .does("setErasureCodingPolicy", side -> side.fs().setErasureCodingPolicy(side.at("ec"), EC))
                .does("setErasureCodingPolicy unknown", side -> side.fs()
                        .setErasureCodingPolicy(side.at("ec"), "NO-1-1-1k"))
                .step("getErasureCodingPolicy", side -> side.fs().getErasureCodingPolicy(side.at("ec")))
                .step("write coded", side -> {
                    try (FSDataOutputStream out = side.fs().create(side.at("ec/file"))) {
                        out.write(new byte[3 << 20]);
                        out.hflush();
                        return out.getPos();
                    }
                })
                .step("append coded", side -> side.fs().append(side.at("ec/file")))
                .step("read coded", side -> {
                    try (var in = side.fs().open(side.at("ec/file"))) {
                        return in.readAllBytes().length + " " + in.read(5, new byte[10], 0, 10);
                    }
                })
                .step("coded by builder", side -> {
                    try (var out = side.fs()
                            .createFile(side.at("ec2"))
                            .ecPolicyName(EC)
                            .build()) {
                        out.write(5);
                    }
                    return side.fs().getFileStatus(side.at("ec2"));
                })
                .step("getErasureCodingPolicyName", side -> side.fs()
                        .getErasureCodingPolicyName(side.fs().getFileStatus(side.at("ec/file"))))
                .step(
                        "checksum of coded",
                        side -> side.fs().getFileChecksum(side.at("ec/file")).getAlgorithmName())
                .does("unsetErasureCodingPolicy", side -> side.fs().unsetErasureCodingPolicy(side.at("ec")))
                .does("unsetErasureCodingPolicy again", side -> side.fs().unsetErasureCodingPolicy(side.at("ec")))
                .step(
                        "getAllErasureCodingPolicies",
                        side -> side.fs().getAllErasureCodingPolicies().size())
                .step(
                        "getAllErasureCodingCodecs",
                        side -> side.fs().getAllErasureCodingCodecs().keySet())
                .step("addErasureCodingPolicies none", side -> side.fs()
                        .addErasureCodingPolicies(new org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy[0]))
                .does("removeErasureCodingPolicy built in", side -> side.fs().removeErasureCodingPolicy(EC))
                .step(
                        "getECTopologyResultForPolicies",
                        side -> side.fs().getECTopologyResultForPolicies(EC).isSupported())
                .does("disableErasureCodingPolicy", side -> side.fs().disableErasureCodingPolicy(EC));
    }

    private static void encryption(Script script) {
        script.step("getKeyProviderUri", side -> side.fs().getKeyProviderUri().getScheme())
                .step("getKeyProvider", side -> side.fs().getKeyProvider().getClass())
                .step("directory to encrypt", side -> side.fs().mkdirs(side.at("ez")))
                .does("createEncryptionZone", side -> side.fs().createEncryptionZone(side.at("ez"), "key"))
                .does("createEncryptionZone unknown key", side -> side.fs()
                        .createEncryptionZone(side.at("snap"), "nokey"))
                .step("getEZForPath", side -> side.fs().getEZForPath(side.at("ez")))
                .step("getEZForPath outside", side -> side.fs().getEZForPath(side.at("snap")))
                .does("listEncryptionZones", side -> {
                    var zones = side.fs().listEncryptionZones();
                    while (zones.hasNext()) {
                        zones.next();
                    }
                })
                .step("write encrypted", side -> {
                    // One replica: the client adds a DataNode to an append before all replicas are reported.
                    try (FSDataOutputStream out = side.fs().create(side.at("ez/file"), (short) 1)) {
                        out.write(new byte[100000]);
                        out.hsync();
                        return out.getWrappedStream().getClass() + " " + out.getPos();
                    }
                })
                .step("append encrypted", side -> {
                    try (FSDataOutputStream out = side.fs().append(side.at("ez/file"))) {
                        long start = out.getPos();
                        out.write(new byte[10]);
                        return start;
                    }
                })
                .step("write encrypted by builder", side -> {
                    try (FSDataOutputStream out =
                            side.fs().createFile(side.at("ez/built")).build()) {
                        out.write(new byte[10]);
                        return out.getPos();
                    }
                })
                .step("read encrypted", side -> {
                    try (var in = side.fs().open(side.at("ez/file"))) {
                        byte[] all = in.readAllBytes();
                        byte[] some = new byte[50];
                        in.readFully(10, some);
                        in.seek(3);
                        return in.getWrappedStream().getClass() + " " + all.length + java.util.Arrays.hashCode(all)
                                + java.util.Arrays.hashCode(some) + " " + in.read(java.nio.ByteBuffer.allocateDirect(7))
                                + " " + in.getPos() + " " + in.hasCapability("in:preadbytebuffer");
                    }
                })
                .step("getFileEncryptionInfo", side -> side.fs()
                        .getFileEncryptionInfo(side.at("ez/file"))
                        .getKeyName())
                .step("getFileEncryptionInfo outside", side -> side.fs().getFileEncryptionInfo(side.at("ec2")))
                .does("provisionEZTrash", side -> side.fs()
                        .provisionEZTrash(side.at("ez"), FsPermission.valueOf("drwxrwxrwt")))
                .does("provisionEZTrash again", side -> side.fs()
                        .provisionEZTrash(side.at("ez"), FsPermission.valueOf("drwxrwxrwt")))
                .step("getTrashRoot in a zone", side -> side.fs()
                        .getTrashRoot(side.at("ez/file"))
                        .toUri()
                        .getPath())
                .step("rename out of a zone", side -> side.fs().rename(side.at("ez/file"), side.at("out")))
                .does("reencrypt of no zone", side -> side.fs()
                        .reencryptEncryptionZone(side.at("snap"), HdfsConstants.ReencryptAction.START))
                .step(
                        "listReencryptionStatus",
                        side -> side.fs().listReencryptionStatus().hasNext())
                .step(
                        "getDelegationToken",
                        side -> side.fs().getDelegationToken("renewer").getKind())
                .step("addDelegationTokens", side -> side.fs().addDelegationTokens("renewer", new Credentials()).length)
                .step("getAdditionalTokenIssuers", side -> side.fs().getAdditionalTokenIssuers().length);
    }

    private static void caching(Script script) {
        script.does("addCachePool", side -> side.fs().addCachePool(new CachePoolInfo(pool(side))))
                .does("addCachePool again", side -> side.fs().addCachePool(new CachePoolInfo(pool(side))))
                .does("modifyCachePool", side -> side.fs()
                        .modifyCachePool(new CachePoolInfo(pool(side)).setLimit(1000L)))
                .does("listCachePools", side -> {
                    var pools = side.fs().listCachePools();
                    while (pools.hasNext()) {
                        pools.next();
                    }
                })
                .step("addCacheDirective", side -> {
                    side.keep(
                            "directive",
                            side.fs()
                                    .addCacheDirective(
                                            new CacheDirectiveInfo.Builder()
                                                    .setPath(side.at("ec2"))
                                                    .setPool(pool(side))
                                                    .build(),
                                            EnumSet.of(CacheFlag.FORCE)));
                    return "added";
                })
                .does("addCacheDirective without pool", side -> side.fs()
                        .addCacheDirective(new CacheDirectiveInfo.Builder()
                                .setPath(side.at("ec2"))
                                .build()))
                .does("modifyCacheDirective", side -> side.fs()
                        .modifyCacheDirective(
                                new CacheDirectiveInfo.Builder()
                                        .setId(side.number("directive"))
                                        .setReplication((short) 2)
                                        .build(),
                                EnumSet.of(CacheFlag.FORCE)))
                .step("listCacheDirectives", side -> {
                    var entries = side.fs()
                            .listCacheDirectives(new CacheDirectiveInfo.Builder()
                                    .setPath(side.at("ec2"))
                                    .build());
                    return entries.next().getInfo().getPath().toUri().getPath() + entries.hasNext();
                })
                .does("removeCacheDirective", side -> side.fs().removeCacheDirective(side.number("directive")))
                .does("removeCachePool", side -> side.fs().removeCachePool(pool(side)));
    }

    private static String pool(Side side) {
        return side.root().replace('/', '-').substring(1);
    }

    private static void leases(Script script) {
        script.step("open file", side -> {
                    FSDataOutputStream out = side.keep("open", side.fs().create(side.at("leased")));
                    out.write(1);
                    out.hflush();
                    return side.fs().isFileClosed(side.at("leased"));
                })
                .step("listOpenFiles", side -> {
                    var files = side.fs().listOpenFiles(EnumSet.of(OpenFilesType.ALL_OPEN_FILES), side.root());
                    int count = 0;
                    while (files.hasNext()) {
                        files.next();
                        count++;
                    }
                    return count;
                })
                .step(
                        "listOpenFiles, all",
                        side -> side.fs().listOpenFiles().hasNext()
                                && side.fs()
                                        .listOpenFiles(EnumSet.of(OpenFilesType.ALL_OPEN_FILES))
                                        .hasNext())
                .does("close leased", side -> side.output("open").close())
                .step("recoverLease of a closed file", side -> side.fs().recoverLease(side.at("leased")))
                .step("recoverLease of nothing", side -> side.fs().recoverLease(side.at("nothing")))
                .step("isFileClosed", side -> side.fs().isFileClosed(side.at("leased")))
                .step("isFileClosed of nothing", side -> side.fs().isFileClosed(side.at("nothing")));
    }

    private static void cluster(Script script) {
        script.step("isInSafeMode", side -> side.fs().isInSafeMode())
                .step("setSafeMode", side -> side.fs().setSafeMode(SafeModeAction.GET))
                .step("setSafeMode, checked", side -> side.fs().setSafeMode(SafeModeAction.GET, true))
                .step("setSafeMode, old", side -> side.fs().setSafeMode(HdfsConstants.SafeModeAction.SAFEMODE_GET))
                .does("saveNamespace outside safe mode", side -> side.fs().saveNamespace())
                .does("rollEdits", side -> side.fs().rollEdits())
                .step("restoreFailedStorage", side -> side.fs().restoreFailedStorage("check"))
                .does("refreshNodes", side -> side.fs().refreshNodes())
                .does("finalizeUpgrade", side -> side.fs().finalizeUpgrade())
                .step("upgradeStatus", side -> side.fs().upgradeStatus())
                .step("rollingUpgrade", side -> side.fs().rollingUpgrade(HdfsConstants.RollingUpgradeAction.QUERY))
                .does("metaSave", side -> side.fs().metaSave("saved"))
                .does("setBalancerBandwidth", side -> side.fs().setBalancerBandwidth(1 << 20))
                .step("getDataNodeStats", side -> side.fs().getDataNodeStats().length)
                .step("getDataNodeStats, live", side -> side.fs().getDataNodeStats(DatanodeReportType.LIVE).length)
                .step("getSlowDatanodeStats", side -> side.fs().getSlowDatanodeStats().length)
                .step(
                        "block counts",
                        side -> List.of(
                                side.fs().getMissingBlocksCount(),
                                side.fs().getPendingDeletionBlocksCount() >= 0,
                                side.fs().getMissingReplOneBlocksCount(),
                                side.fs().getLowRedundancyBlocksCount() >= 0,
                                side.fs().getCorruptBlocksCount(),
                                side.fs().getBytesWithFutureGenerationStamps()))
                .step("getInotifyEventStream", side -> side.fs()
                        .getInotifyEventStream(Long.MAX_VALUE - 1)
                        .getClass())
                .step(
                        "getHedgedReadMetrics",
                        side -> side.fs().getHedgedReadMetrics().getHedgedReadOps())
                .step("as another user", side -> {
                    var user = org.apache.hadoop.security.UserGroupInformation.createRemoteUser("stranger");
                    return user.doAs((java.security.PrivilegedExceptionAction<Object>) () -> {
                        try (var fs = org.apache.hadoop.fs.FileSystem.newInstance(
                                side.fs().getUri(), side.fs().getConf())) {
                            return fs.create(new Path(side.root(), "forbidden"));
                        }
                    });
                })
                .does("close", side -> side.fs().close())
                .step("after close", side -> side.fs().getFileStatus(side.at("ec2")))
                .step("open after close", side -> side.fs().open(side.at("ec2")))
                .step("create after close", side -> side.fs().create(side.at("late")))
                .does("close again", side -> side.fs().close());
    }
}
