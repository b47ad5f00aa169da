package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.underbase.localcompact.proto.LocalCompactProtos.BlockProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto.Phase;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.worker.Worker;

/** A server that says it merges, which notes what is asked of it and can be told to go wrong. */
final class FakeWorker implements Worker {
    /** What is asked of a worker. */
    enum Call {
        START,
        WRITE,
        FINISH,
        RECOVER
    }

    /** What it does instead. */
    enum Fault {
        REFUSE,
        /** It says that the merge failed. */
        FAIL,
        /** Nobody answers. */
        UNREACHABLE,
        /** Its answer does not come before the caller is interrupted. */
        HANG,
        /** It writes other bytes. */
        DIFFER,
        /** It writes fewer bytes. */
        SHORT
    }

    private record Trouble(Fault fault, int block) {}

    /** For nothing that is there. */
    static final TicketProto TICKET = TicketProto.newBuilder()
            .setId("t")
            .setTable(ByteString.EMPTY)
            .setRegion(ByteString.EMPTY)
            .setFamily(ByteString.EMPTY)
            .setNow(0)
            .setReadPoint(0)
            .setMajor(true)
            .setAllFiles(true)
            .setFingerprint("")
            .setClientName("")
            .setBlockSize(100)
            .setDataNode("")
            .build();

    private static final long LENGTH = 100;
    /** Bytes. */
    static final int CELL = 3;

    private final String name;
    private final int blocks;
    private final List<String> events;
    private int cells;
    private final Map<Call, Trouble> troubles = new EnumMap<>(Call.class);
    private StateProto state =
            StateProto.newBuilder().setPhase(Phase.WAITING).setBlock(0).build();

    /** {@code blocks} is how many it writes. */
    FakeWorker(String name, int blocks, List<String> events) {
        this.name = name;
        this.blocks = blocks;
        this.events = events;
    }

    /** Goes wrong when it is asked for that with that block. */
    FakeWorker at(Call call, int block, Fault fault) {
        troubles.put(call, new Trouble(fault, block));
        return this;
    }

    /** Writes that many cells into each block. */
    FakeWorker writes(int perBlock) {
        cells = perBlock;
        return this;
    }

    String name() {
        return name;
    }

    private void note(String event) {
        synchronized (events) {
            String line = name + ": " + event;
            if (events.isEmpty() || !events.get(events.size() - 1).equals(line)) {
                events.add(line);
            }
        }
    }

    private Fault fault(Call call, int block) throws IOException {
        Trouble trouble = troubles.get(call);
        if (trouble == null || trouble.block() != block) {
            return null;
        }
        if (trouble.fault() == Fault.UNREACHABLE) {
            throw new IOException(name + " cannot be reached");
        }
        if (trouble.fault() == Fault.HANG) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                note("let go");
                throw (IOException) new InterruptedIOException("interrupted").initCause(e);
            }
        }
        return trouble.fault();
    }

    @Override
    public String start(TicketProto ticket) throws IOException {
        note("start");
        return fault(Call.START, 0) == Fault.REFUSE ? "busy" : "";
    }

    @Override
    public StateProto step(StepRequestProto request) throws IOException {
        if (request.getAbort()) {
            note("abort");
            return state;
        }
        if (request.getEnd()) {
            note("end");
            return state;
        }
        if (request.hasOpen()) {
            write(request.getOpen().getIndex());
        }
        if (request.hasFinish()) {
            finish(request.getFinish());
        }
        return state;
    }

    private void write(int block) throws IOException {
        if (block != state.getBlock() || state.getPhase() == Phase.WRITTEN) {
            return;
        }
        note("write " + block);
        Fault fault = fault(Call.WRITE, block);
        if (fault == Fault.FAIL) {
            fail();
            return;
        }
        String bytes = "block " + block + (fault == Fault.DIFFER ? name : "");
        state = StateProto.newBuilder()
                .setPhase(Phase.WRITTEN)
                .setBlock(block)
                .setLength(fault == Fault.SHORT ? LENGTH - 1 : LENGTH)
                .setDigest(ByteString.copyFromUtf8(bytes))
                .setLast(block == blocks - 1)
                .setCells((block + 1L) * cells)
                .setBytes((block + 1L) * cells * CELL)
                .build();
    }

    private void finish(BlockProto word) throws IOException {
        boolean stamped = !word.getLocated().isEmpty();
        long stamp = stamped
                ? LocatedBlockProto.parseFrom(word.getLocated().toByteArray())
                        .getB()
                        .getGenerationStamp()
                : 0;
        if (word.getIndex() != state.getBlock() && !(stamped && word.getIndex() == state.getBlock() - 1)) {
            return;
        }
        note(stamped ? "stamp " + word.getIndex() + " as " + stamp : "finish " + word.getIndex());
        if (fault(stamped ? Call.RECOVER : Call.FINISH, word.getIndex()) == Fault.FAIL) {
            fail();
            return;
        }
        state = StateProto.newBuilder()
                .setPhase(word.getIndex() == blocks - 1 ? Phase.FINISHED : Phase.WAITING)
                .setBlock(word.getIndex() + 1)
                .setStamp(stamp)
                .setCells(state.getCells())
                .setBytes(state.getBytes())
                .build();
    }

    private void fail() {
        state = StateProto.newBuilder()
                .setPhase(Phase.FAILED)
                .setBlock(state.getBlock())
                .setFailure("as it was told")
                .build();
    }

    @Override
    public String toString() {
        return name;
    }
}
