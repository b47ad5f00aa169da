package org.underbase.htfs.format;

import java.util.List;

/**
 * Cursor over the events of one block, in the order of their starts. It is valid until its reader reads the next block. Not
 * thread-safe.
 */
public final class BlockCursor implements TraceEvent {
    private final Block block;
    private ActivityIndex activities;
    private int at = -1;

    BlockCursor(Block block) {
        this.block = block;
    }

    /** Moves to the next event; returns false at the end of the block. */
    public boolean next() {
        return at < block.size && ++at < block.size;
    }

    /** Moves before the first event. */
    public void rewind() {
        at = -1;
    }

    /** Returns the number of targets of the block: a target is a stream, file and path that its events have in common. */
    public int targets() {
        return block.targets;
    }

    /** Returns the number of the event's target, from 0. */
    public int target() {
        return block.target[at];
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
        if (!block.durations) {
            throw new IllegalStateException("the durations of the block were not decoded");
        }
        return block.duration[at];
    }

    @Override
    public Call call() {
        return Call.ofCode(block.call[at] & 0xFF);
    }

    @Override
    public Activity activity() {
        Activity derived = part().activity();
        return call() == Call.ACTIVITY ? Activities.recorded(detail(), derived) : derived;
    }

    @Override
    public SubActivity subActivity() {
        return call() == Call.ACTIVITY
                ? Activities.sub(activity(), activities().role(thread(block, at)), Call.ACTIVITY, detail())
                : part().sub();
    }

    private Activities.Part part() {
        return activities().part(target(), thread(block, at), block.call[at] & 0xFF);
    }

    @Override
    public HBasePath place() {
        return activities().place(target());
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
    public long calls() {
        return Loss.mayDiffer(call()) ? Loss.calls(call(), detail()) : 1;
    }

    @Override
    public Call eachCall() {
        Call call = call();
        return call == Call.READ_SERIES ? Loss.eachCall(call, detail()) : call;
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

    private ActivityIndex activities() {
        if (activities == null) {
            activities = new ActivityIndex(block);
        }
        return activities;
    }

    private static String targetName(long[] column, int target, List<String> names) {
        return column.length == 0 || column[target] == 0 ? "" : names.get((int) column[target] - 1);
    }

    private static int thread(Block block, int at) {
        return block.thread[at];
    }

    private String name(int[] column, List<String> names) {
        return column.length == 0 || column[at] == 0 ? "" : names.get(column[at] - 1);
    }
}
