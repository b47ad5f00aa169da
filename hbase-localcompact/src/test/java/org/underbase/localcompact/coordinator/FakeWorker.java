package org.underbase.localcompact.coordinator;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.underbase.localcompact.proto.LocalCompactProtos.BlockProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StartResponseProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StateProto.Phase;
import org.underbase.localcompact.proto.LocalCompactProtos.StepRequestProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TicketProto;
import org.underbase.localcompact.worker.Worker;

/** Worker stub that records its commands and injects faults. */
final class FakeWorker implements Worker {
    /** Command to a worker. */
    enum Call {
        START,
        WRITE,
        FINISH,
        RECOVER
    }

    /** Injected fault. */
    enum Fault {
        REJECT,
        /** The merge fails. */
        FAIL,
        /** The server ends the merge. */
        CANCEL,
        /** The server does not respond. */
        UNREACHABLE,
        /** The server responds only after the caller is interrupted. */
        HANG,
        /** The merge writes different bytes. */
        DIFFER,
        /** The merge writes fewer bytes. */
        SHORT
    }

    private record FaultAt(Fault fault, int block) {}

    /** Ticket of a nonexistent store. */
    static final TicketProto TICKET = TicketProto.newBuilder()
            .setId("t")
            .setTable(ByteString.EMPTY)
            .setRegion(ByteString.EMPTY)
            .setFamily(ByteString.EMPTY)
            .setNow(0)
            .setReadPoint(0)
            .setMajor(true)
            .setAllFiles(true)
            .setFingerprint("java=17")
            .setClientName("")
            .setBlockSize(100)
            .setDataNode("")
            .build();

    private static final long LENGTH = 100;
    /** Bytes per cell. */
    static final int CELL = 3;

    private final String name;
    private final int blocks;
    private final List<String> events;
    private final Set<Double> pressures = ConcurrentHashMap.newKeySet();
    private final AtomicInteger keepAlives = new AtomicInteger();
    private int cells;
    private BooleanSupplier slots = () -> true;
    private BooleanSupplier ready = () -> true;
    private boolean local;
    private final Map<Call, FaultAt> faults = new EnumMap<>(Call.class);
    private StateProto state =
            StateProto.newBuilder().setPhase(Phase.WAITING).setBlock(0).build();

    /** {@code blocks} is the number of blocks that it writes. */
    FakeWorker(String name, int blocks, List<String> events) {
        this.name = name;
        this.blocks = blocks;
        this.events = events;
    }

    /** Injects a fault into a command for a block. */
    FakeWorker at(Call call, int block, Fault fault) {
        faults.put(call, new FaultAt(fault, block));
        return this;
    }

    /** Sets the number of cells per block. */
    FakeWorker writes(int perBlock) {
        cells = perBlock;
        return this;
    }

    /** Sets the source of slots, which returns whether a request gets one. */
    FakeWorker slots(BooleanSupplier source) {
        slots = source;
        return this;
    }

    /** Sets whether a request for a block finds it written. */
    FakeWorker ready(BooleanSupplier source) {
        ready = source;
        return this;
    }

    /** Makes it the worker of the coordinator's server. */
    FakeWorker local() {
        local = true;
        return this;
    }

    @Override
    public boolean isLocal() {
        return local;
    }

    /** Returns the pressures that came with commands. */
    Set<Double> pressures() {
        return pressures;
    }

    /** Counts the requests without a command. */
    int keepAlives() {
        return keepAlives.get();
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
        FaultAt injected = faults.get(call);
        if (injected == null || injected.block() != block) {
            return null;
        }
        if (injected.fault() == Fault.UNREACHABLE) {
            throw new IOException(name + " cannot be reached");
        }
        if (injected.fault() == Fault.HANG) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                note("interrupted");
                throw (IOException) new InterruptedIOException("interrupted").initCause(e);
            }
        }
        return injected.fault();
    }

    @Override
    public StartResponseProto start(TicketProto ticket) throws IOException {
        note("start");
        if (fault(Call.START, 0) == Fault.REJECT) {
            return StartResponseProto.newBuilder()
                    .setRejection("different")
                    .setIncompatible(true)
                    .build();
        }
        return slots.getAsBoolean()
                ? StartResponseProto.getDefaultInstance()
                : StartResponseProto.newBuilder()
                        .setRejection("busy")
                        .setBusy(true)
                        .build();
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
        if (!request.hasOpen() && !request.hasFinalizeReplica()) {
            keepAlives.incrementAndGet();
            return state;
        }
        pressures.add(request.getPressure());
        if (request.hasOpen()) {
            write(request.getOpen().getIndex());
        }
        if (request.hasFinalizeReplica()) {
            finish(request.getFinalizeReplica());
        }
        return state;
    }

    private void write(int block) throws IOException {
        if (block != state.getBlock() || state.getPhase() == Phase.WRITTEN) {
            return;
        }
        note("write " + block);
        if (!ready.getAsBoolean()) {
            state = state.toBuilder().setPhase(Phase.MERGING).build();
            return;
        }
        Fault fault = fault(Call.WRITE, block);
        if (fault == Fault.FAIL || fault == Fault.CANCEL) {
            fail();
            state = state.toBuilder().setCancelled(fault == Fault.CANCEL).build();
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

    private void finish(BlockProto command) throws IOException {
        boolean stamped = !command.getLocated().isEmpty();
        long stamp = stamped
                ? LocatedBlockProto.parseFrom(command.getLocated().toByteArray())
                        .getB()
                        .getGenerationStamp()
                : 0;
        if (command.getIndex() != state.getBlock() && !(stamped && command.getIndex() == state.getBlock() - 1)) {
            return;
        }
        note(stamped ? "stamp " + command.getIndex() + " as " + stamp : "finish " + command.getIndex());
        if (fault(stamped ? Call.RECOVER : Call.FINISH, command.getIndex()) == Fault.FAIL) {
            fail();
            return;
        }
        state = StateProto.newBuilder()
                .setPhase(command.getIndex() == blocks - 1 ? Phase.FINISHED : Phase.WAITING)
                .setBlock(command.getIndex() + 1)
                .setGenerationStamp(stamp)
                .setCells(state.getCells())
                .setBytes(state.getBytes())
                .build();
    }

    private void fail() {
        state = StateProto.newBuilder()
                .setPhase(Phase.FAILED)
                .setBlock(state.getBlock())
                .setFailure("injected failure")
                .build();
    }

    @Override
    public String toString() {
        return name;
    }
}
