package org.underbase.htfs.format;

import java.util.List;

/** Cursor over the events of one block, in the order of their starts. Not thread-safe. */
public final class BlockCursor implements TraceEvent {
    private final Block block;
    private final ActivityIndex activities;
    private int at = -1;

    BlockCursor(Block block) {
        this.block = block;
        this.activities = new ActivityIndex(block);
    }

    /** Moves to the next event; returns false at the end of the block. */
    public boolean next() {
        return at < block.size && ++at < block.size;
    }

    /** Returns the header of the block. */
    public BlockHeader header() {
        return block.header;
    }

    @Override
    public long startNanos() {
        return block.start[at];
    }

    @Override
    public long durationNanos() {
        return block.duration[at];
    }

    @Override
    public Call call() {
        return Call.ofCode((int) block.call[at]);
    }

    @Override
    public Activity activity() {
        Call call = call();
        Activity derived = Activities.classify(place().type(), activities.role(thread(block, at)), call);
        return call == Call.ACTIVITY ? Activities.recorded(detail(), derived) : derived;
    }

    @Override
    public SubActivity subActivity() {
        Call call = call();
        String detail = call == Call.ACTIVITY ? detail() : "";
        return Activities.sub(activity(), activities.role(thread(block, at)), call, detail);
    }

    @Override
    public HBasePath place() {
        return activities.place((int) block.targetPath[target()]);
    }

    @Override
    public long sampling() {
        return block.header.sampling();
    }

    @Override
    public String host() {
        return block.host;
    }

    @Override
    public String process() {
        return block.process;
    }

    @Override
    public String label() {
        return block.label;
    }

    @Override
    public String thread() {
        return block.threads.get(thread(block, at));
    }

    @Override
    public long threadId() {
        return block.threadId.length == 0 ? -1 : block.threadId[thread(block, at)] - 1;
    }

    @Override
    public FileIdentity identity() {
        int target = target();
        String fileSystem = targetName(block.targetFileSystem, target, block.fileSystems);
        String pool = targetName(block.targetBlockPool, target, block.blockPools);
        String policy = targetName(block.targetEcPolicy, target, block.ecPolicies);
        long first = block.targetFirstBlock.length == 0 ? -1 : block.targetFirstBlock[target];
        boolean none = fileSystem.isEmpty() && pool.isEmpty() && policy.isEmpty() && first == -1;
        return none ? FileIdentity.NONE : new FileIdentity(fileSystem, pool, first, policy);
    }

    @Override
    public String user() {
        String user = name(block.user, block.users);
        return user.isEmpty() ? block.processUser : user;
    }

    @Override
    public long fileId() {
        return block.targetFile[target()];
    }

    @Override
    public String path() {
        return block.paths.get((int) block.targetPath[target()]);
    }

    @Override
    public String otherPath() {
        return name(block.other, block.paths);
    }

    @Override
    public long inode() {
        return block.targetInode[target()];
    }

    @Override
    public long streamId() {
        return block.targetStream[target()];
    }

    @Override
    public long group() {
        return block.group.length == 0 ? -1 : block.group[at] - 1;
    }

    @Override
    public long offset() {
        return block.offset[at];
    }

    @Override
    public long length() {
        return block.length[at];
    }

    @Override
    public long result() {
        return block.result[at];
    }

    @Override
    public String exception() {
        return name(block.exception, block.exceptions);
    }

    @Override
    public String detail() {
        return name(block.detail, block.details);
    }

    @Override
    public TraceEvent copy() {
        return EventCopy.of(this);
    }

    private int target() {
        return (int) block.target[at];
    }

    private static String targetName(long[] column, int target, List<String> names) {
        return column.length == 0 || column[target] == 0 ? "" : names.get((int) column[target] - 1);
    }

    private static int thread(Block block, int at) {
        return (int) block.thread[at];
    }

    private String name(long[] column, List<String> names) {
        return column.length == 0 || column[at] == 0 ? "" : names.get((int) column[at] - 1);
    }
}
