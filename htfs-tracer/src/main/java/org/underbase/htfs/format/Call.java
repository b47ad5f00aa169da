package org.underbase.htfs.format;

/**
 * The calls that the tracer records, with their codes on disk. Codes are never reused or renumbered; a reader maps an
 * unsupported code to {@link #UNKNOWN}.
 *
 * <p>The label is the name of the Java method if the code stands for one method and its overloads.
 */
public enum Call {
    UNKNOWN(0, "unknown", Kind.META),

    // Streams
    OPEN(1, "open", Kind.OPEN),
    CREATE(2, "create", Kind.OPEN),
    APPEND(3, "append", Kind.OPEN),
    READ(4, "read", Kind.READ),
    PREAD(5, "pread", Kind.READ),
    /** {@code readFully(position, byte[])}. */
    READ_FULLY(6, "readFully", Kind.READ),
    READ_BYTE_BUFFER(7, "readByteBuffer", Kind.READ),
    PREAD_BYTE_BUFFER(8, "preadByteBuffer", Kind.READ),
    READ_VECTORED(9, "readVectored", Kind.READ_GROUP),
    READ_RANGE(10, "readRange", Kind.READ),
    READ_ZERO_COPY(11, "readZeroCopy", Kind.READ),
    SEEK(12, "seek", Kind.STREAM),
    SKIP(13, "skip", Kind.STREAM),
    WRITE(14, "write", Kind.WRITE),
    FLUSH(15, "flush", Kind.SYNC),
    HFLUSH(16, "hflush", Kind.SYNC),
    HSYNC(17, "hsync", Kind.SYNC),
    ABORT(18, "abort", Kind.CLOSE),
    CLOSE_INPUT(19, "closeInput", Kind.CLOSE),
    CLOSE_OUTPUT(20, "closeOutput", Kind.CLOSE),
    AVAILABLE(21, "available", Kind.STREAM),
    MARK(22, "mark", Kind.STREAM),
    RESET(23, "reset", Kind.STREAM),
    SEEK_TO_NEW_SOURCE(24, "seekToNewSource", Kind.STREAM),
    RELEASE_BUFFER(25, "releaseBuffer", Kind.STREAM),
    SET_READAHEAD(26, "setReadahead", Kind.STREAM),
    SET_DROP_BEHIND(27, "setDropBehind", Kind.STREAM),
    UNBUFFER(28, "unbuffer", Kind.STREAM),
    GET_FILE_DESCRIPTOR(29, "getFileDescriptor", Kind.STREAM),

    // HBase's asynchronous WAL output, which is not a FileSystem stream
    WAL_OPEN(30, "walOpen", Kind.OPEN),
    WAL_WRITE(31, "walWrite", Kind.WRITE),
    WAL_SYNC(32, "walSync", Kind.SYNC),
    WAL_CLOSE(33, "walClose", Kind.CLOSE),

    // Streams again
    /** {@code readFully(position, ByteBuffer)}. */
    READ_FULLY_BYTE_BUFFER(34, "readFullyByteBuffer", Kind.READ),
    GET_ALL_BLOCKS(35, "getAllBlocks", Kind.STREAM),
    GET_CURRENT_BLOCK_REPLICATION(36, "getCurrentBlockReplication", Kind.STREAM),

    // Events of the tracer itself
    /** Several small reads; each begins at the end of the previous one. */
    READ_SERIES(37, "readSeries", Kind.READ),
    /** Calls whose events were lost; see {@link Loss}. */
    LOST(38, "lost", Kind.META),
    /**
     * A task of another part of the product, which its detail names. Its result is the size in bytes of the file that it wrote
     * without recorded calls.
     */
    ACTIVITY(39, "activity", Kind.META),

    // Namespace
    RENAME(40, "rename", Kind.META),
    DELETE(41, "delete", Kind.META),
    MKDIRS(42, "mkdirs", Kind.META),
    LIST_STATUS(43, "listStatus", Kind.META),
    GET_FILE_STATUS(44, "getFileStatus", Kind.META),
    CREATE_NEW_FILE(45, "createNewFile", Kind.META),
    CONCAT(46, "concat", Kind.META),
    TRUNCATE(47, "truncate", Kind.META),
    EXISTS(48, "exists", Kind.META),
    IS_FILE(49, "isFile", Kind.META),
    IS_DIRECTORY(50, "isDirectory", Kind.META),
    GET_LENGTH(51, "getLength", Kind.META),
    LIST_STATUS_ITERATOR(52, "listStatusIterator", Kind.META),
    LIST_LOCATED_STATUS(53, "listLocatedStatus", Kind.META),
    LIST_FILES(54, "listFiles", Kind.META),
    GLOB_STATUS(55, "globStatus", Kind.META),
    BATCHED_LIST_STATUS(56, "batchedListStatus", Kind.META),
    BATCHED_LIST_LOCATED_STATUS(57, "batchedListLocatedStatus", Kind.META),
    /** A later page of a listing, fetched by an iterator that an earlier call returned. */
    LIST_PAGE(58, "listPage", Kind.META),
    GET_FILE_LINK_STATUS(59, "getFileLinkStatus", Kind.META),
    GET_LINK_TARGET(60, "getLinkTarget", Kind.META),
    CREATE_SYMLINK(61, "createSymlink", Kind.META),
    RESOLVE_PATH(62, "resolvePath", Kind.META),
    GET_CONTENT_SUMMARY(63, "getContentSummary", Kind.META),
    GET_QUOTA_USAGE(64, "getQuotaUsage", Kind.META),
    SET_QUOTA(65, "setQuota", Kind.META),
    SET_QUOTA_BY_STORAGE_TYPE(66, "setQuotaByStorageType", Kind.META),
    GET_USED(67, "getUsed", Kind.META),
    GET_FILE_BLOCK_LOCATIONS(68, "getFileBlockLocations", Kind.META),
    GET_LOCATED_BLOCKS(69, "getLocatedBlocks", Kind.META),
    GET_SERVER_DEFAULTS(70, "getServerDefaults", Kind.META),
    GET_FILE_CHECKSUM(71, "getFileChecksum", Kind.META),
    GET_STATUS(72, "getStatus", Kind.META),
    ACCESS(73, "access", Kind.META),
    MSYNC(74, "msync", Kind.META),
    DELETE_ON_EXIT(75, "deleteOnExit", Kind.META),
    CANCEL_DELETE_ON_EXIT(76, "cancelDeleteOnExit", Kind.META),
    MKDIR(77, "mkdir", Kind.META),
    LIST_CORRUPT_FILE_BLOCKS(78, "listCorruptFileBlocks", Kind.META),
    CREATE_PATH_HANDLE(79, "createPathHandle", Kind.META),
    CREATE_BULK_DELETE(80, "createBulkDelete", Kind.META),
    BULK_DELETE(81, "bulkDelete", Kind.META),
    CREATE_MULTIPART_UPLOADER(82, "createMultipartUploader", Kind.META),
    COPY_FROM_LOCAL_FILE(83, "copyFromLocalFile", Kind.META),
    COPY_TO_LOCAL_FILE(84, "copyToLocalFile", Kind.META),
    GET_ENCLOSING_ROOT(87, "getEnclosingRoot", Kind.META),
    GET_REPLICATION(88, "getReplication", Kind.META),
    GET_BLOCK_SIZE(89, "getBlockSize", Kind.META),

    // Attributes
    SET_PERMISSION(90, "setPermission", Kind.META),
    SET_OWNER(91, "setOwner", Kind.META),
    SET_TIMES(92, "setTimes", Kind.META),
    SET_REPLICATION(93, "setReplication", Kind.META),
    MODIFY_ACL_ENTRIES(94, "modifyAclEntries", Kind.META),
    REMOVE_ACL_ENTRIES(95, "removeAclEntries", Kind.META),
    REMOVE_DEFAULT_ACL(96, "removeDefaultAcl", Kind.META),
    REMOVE_ACL(97, "removeAcl", Kind.META),
    SET_ACL(98, "setAcl", Kind.META),
    GET_ACL_STATUS(99, "getAclStatus", Kind.META),
    SET_XATTR(100, "setXAttr", Kind.META),
    GET_XATTR(101, "getXAttr", Kind.META),
    GET_XATTRS(102, "getXAttrs", Kind.META),
    LIST_XATTRS(103, "listXAttrs", Kind.META),
    REMOVE_XATTR(104, "removeXAttr", Kind.META),
    SET_STORAGE_POLICY(105, "setStoragePolicy", Kind.META),
    UNSET_STORAGE_POLICY(106, "unsetStoragePolicy", Kind.META),
    GET_STORAGE_POLICY(107, "getStoragePolicy", Kind.META),
    GET_ALL_STORAGE_POLICIES(108, "getAllStoragePolicies", Kind.META),
    SATISFY_STORAGE_POLICY(109, "satisfyStoragePolicy", Kind.META),
    SET_VERIFY_CHECKSUM(110, "setVerifyChecksum", Kind.META),
    SET_WRITE_CHECKSUM(111, "setWriteChecksum", Kind.META),

    // Snapshots
    CREATE_SNAPSHOT(120, "createSnapshot", Kind.META),
    RENAME_SNAPSHOT(121, "renameSnapshot", Kind.META),
    DELETE_SNAPSHOT(122, "deleteSnapshot", Kind.META),
    ALLOW_SNAPSHOT(123, "allowSnapshot", Kind.META),
    DISALLOW_SNAPSHOT(124, "disallowSnapshot", Kind.META),
    GET_SNAPSHOT_DIFF_REPORT(125, "getSnapshotDiffReport", Kind.META),
    GET_SNAPSHOT_DIFF_REPORT_LISTING(126, "getSnapshotDiffReportListing", Kind.META),
    SNAPSHOT_DIFF_REPORT_ITERATOR(127, "snapshotDiffReportListingRemoteIterator", Kind.META),
    GET_SNAPSHOTTABLE_DIR_LISTING(128, "getSnapshottableDirListing", Kind.META),
    GET_SNAPSHOT_LISTING(129, "getSnapshotListing", Kind.META),
    PROVISION_SNAPSHOT_TRASH(130, "provisionSnapshotTrash", Kind.META),
    IS_SNAPSHOT_TRASH_ROOT_ENABLED(131, "isSnapshotTrashRootEnabled", Kind.META),
    GET_TRASH_ROOT(132, "getTrashRoot", Kind.META),
    GET_TRASH_ROOTS(133, "getTrashRoots", Kind.META),

    // Erasure coding
    SET_ERASURE_CODING_POLICY(140, "setErasureCodingPolicy", Kind.META),
    UNSET_ERASURE_CODING_POLICY(141, "unsetErasureCodingPolicy", Kind.META),
    GET_ERASURE_CODING_POLICY(142, "getErasureCodingPolicy", Kind.META),
    GET_ALL_ERASURE_CODING_POLICIES(143, "getAllErasureCodingPolicies", Kind.META),
    GET_ALL_ERASURE_CODING_CODECS(144, "getAllErasureCodingCodecs", Kind.META),
    ADD_ERASURE_CODING_POLICIES(145, "addErasureCodingPolicies", Kind.META),
    REMOVE_ERASURE_CODING_POLICY(146, "removeErasureCodingPolicy", Kind.META),
    ENABLE_ERASURE_CODING_POLICY(147, "enableErasureCodingPolicy", Kind.META),
    DISABLE_ERASURE_CODING_POLICY(148, "disableErasureCodingPolicy", Kind.META),
    GET_EC_TOPOLOGY_RESULT(149, "getECTopologyResultForPolicies", Kind.META),

    // Encryption and delegation tokens
    CREATE_ENCRYPTION_ZONE(150, "createEncryptionZone", Kind.META),
    GET_EZ_FOR_PATH(151, "getEZForPath", Kind.META),
    LIST_ENCRYPTION_ZONES(152, "listEncryptionZones", Kind.META),
    REENCRYPT_ENCRYPTION_ZONE(153, "reencryptEncryptionZone", Kind.META),
    LIST_REENCRYPTION_STATUS(154, "listReencryptionStatus", Kind.META),
    GET_FILE_ENCRYPTION_INFO(155, "getFileEncryptionInfo", Kind.META),
    PROVISION_EZ_TRASH(156, "provisionEZTrash", Kind.META),
    GET_KEY_PROVIDER_URI(157, "getKeyProviderUri", Kind.META),
    GET_KEY_PROVIDER(158, "getKeyProvider", Kind.META),
    GET_DELEGATION_TOKEN(159, "getDelegationToken", Kind.META),
    ADD_DELEGATION_TOKENS(160, "addDelegationTokens", Kind.META),
    GET_ADDITIONAL_TOKEN_ISSUERS(161, "getAdditionalTokenIssuers", Kind.META),

    // Centralized cache management
    ADD_CACHE_DIRECTIVE(165, "addCacheDirective", Kind.META),
    MODIFY_CACHE_DIRECTIVE(166, "modifyCacheDirective", Kind.META),
    REMOVE_CACHE_DIRECTIVE(167, "removeCacheDirective", Kind.META),
    LIST_CACHE_DIRECTIVES(168, "listCacheDirectives", Kind.META),
    ADD_CACHE_POOL(169, "addCachePool", Kind.META),
    MODIFY_CACHE_POOL(170, "modifyCachePool", Kind.META),
    REMOVE_CACHE_POOL(171, "removeCachePool", Kind.META),
    LIST_CACHE_POOLS(172, "listCachePools", Kind.META),

    // Leases and administration
    RECOVER_LEASE(180, "recoverLease", Kind.META),
    IS_FILE_CLOSED(181, "isFileClosed", Kind.META),
    SET_SAFE_MODE(182, "setSafeMode", Kind.META),
    IS_IN_SAFE_MODE(183, "isInSafeMode", Kind.META),
    LIST_OPEN_FILES(184, "listOpenFiles", Kind.META),
    GET_INOTIFY_EVENT_STREAM(185, "getInotifyEventStream", Kind.META),
    SAVE_NAMESPACE(186, "saveNamespace", Kind.META),
    ROLL_EDITS(187, "rollEdits", Kind.META),
    RESTORE_FAILED_STORAGE(188, "restoreFailedStorage", Kind.META),
    REFRESH_NODES(189, "refreshNodes", Kind.META),
    FINALIZE_UPGRADE(190, "finalizeUpgrade", Kind.META),
    UPGRADE_STATUS(191, "upgradeStatus", Kind.META),
    ROLLING_UPGRADE(192, "rollingUpgrade", Kind.META),
    META_SAVE(193, "metaSave", Kind.META),
    SET_BALANCER_BANDWIDTH(194, "setBalancerBandwidth", Kind.META),
    GET_DATANODE_STATS(195, "getDataNodeStats", Kind.META),
    GET_SLOW_DATANODE_STATS(196, "getSlowDatanodeStats", Kind.META),
    GET_MISSING_BLOCKS_COUNT(197, "getMissingBlocksCount", Kind.META),
    GET_PENDING_DELETION_BLOCKS_COUNT(198, "getPendingDeletionBlocksCount", Kind.META),
    GET_MISSING_REPL_ONE_BLOCKS_COUNT(199, "getMissingReplOneBlocksCount", Kind.META),
    GET_LOW_REDUNDANCY_BLOCKS_COUNT(200, "getLowRedundancyBlocksCount", Kind.META),
    GET_CORRUPT_BLOCKS_COUNT(201, "getCorruptBlocksCount", Kind.META),
    GET_BYTES_WITH_FUTURE_GENERATION_STAMPS(202, "getBytesWithFutureGenerationStamps", Kind.META),
    CLOSE_FILE_SYSTEM(203, "closeFileSystem", Kind.META),

    // Multipart uploads
    UPLOAD_START(210, "uploadStart", Kind.META),
    UPLOAD_PART(211, "uploadPart", Kind.META),
    UPLOAD_COMPLETE(212, "uploadComplete", Kind.META),
    UPLOAD_ABORT(213, "uploadAbort", Kind.META);

    /** The effect of a call, for the analyses. */
    public enum Kind {
        /** Opens a stream on a file. */
        OPEN,
        /** Moves bytes from a file to the caller: {@code result} is the byte count, negative at end of file. */
        READ,
        /** Requests several ranges; the {@link Call#READ_RANGE} events of its group count the bytes. */
        READ_GROUP,
        /** Moves bytes from the caller to a file: {@code result} is the byte count. */
        WRITE,
        /** Makes written bytes visible or durable. */
        SYNC,
        /** Closes a stream. */
        CLOSE,
        /** Another call on a stream, which moves no data. */
        STREAM,
        /** A call on the file system that moves no file data. */
        META
    }

    private static final Call[] BY_CODE = new Call[256];
    private static final boolean[] MOVES = new boolean[256];

    static {
        for (Call call : values()) {
            if (BY_CODE[call.code] != null) {
                throw new IllegalStateException("call code " + call.code + " is used twice");
            }
            BY_CODE[call.code] = call;
            MOVES[call.code] = call.kind == Kind.READ || call.kind == Kind.WRITE;
        }
    }

    private final int code;
    private final String label;
    private final Kind kind;

    Call(int code, String label, Kind kind) {
        this.code = code;
        this.label = label;
        this.kind = kind;
    }

    /** Returns the code on disk, 0 to 255. */
    public int code() {
        return code;
    }

    /** Returns the name that output contains and filters accept. */
    public String label() {
        return label;
    }

    public Kind kind() {
        return kind;
    }

    /** Whether the result of a call with this code is a number of bytes that it moved. */
    public static boolean moves(int code) {
        return MOVES[code & 0xFF];
    }

    /** Returns the call with a code, or {@link #UNKNOWN}. */
    public static Call ofCode(int code) {
        Call call = code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
        return call == null ? UNKNOWN : call;
    }
}
