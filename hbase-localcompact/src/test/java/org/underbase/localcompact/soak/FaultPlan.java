package org.underbase.localcompact.soak;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.underbase.localcompact.worker.FaultPoint;

/**
 * Plan of one fault in one process: a line of a file that the soak writes and its RegionServers read.
 *
 * @param process id of the process
 * @param action fault to inject
 * @param point fault point at which a thread is held
 * @param block index of the block; -1 for any
 * @param position offset of the first corrupt byte of the output
 */
record FaultPlan(long process, Action action, FaultPoint point, int block, long position) {
    /** Fault to inject. */
    enum Action {
        /** The thread waits until it is released. */
        HOLD,
        /** The merge drops all bytes from the position. */
        SHORT,
        /** The merge writes a different byte at the position. */
        DIFFER
    }

    private static final String SET = "plan";
    private static final String HIT = "hit";
    private static final String GO = "release";

    boolean holds(FaultPoint reached, int index) {
        return action == Action.HOLD && point == reached && (block < 0 || block == index);
    }

    /** Activates the plan; the previous one must be cleared. */
    void set(Path directory) throws IOException {
        Path file = directory.resolve("new");
        Files.writeString(file, process + " " + action + " " + point + " " + block + " " + position);
        Files.move(file, directory.resolve(SET), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Reads the active plan of a process. */
    static Optional<FaultPlan> of(Path directory, long process) throws IOException {
        try {
            String[] words = Files.readString(directory.resolve(SET)).split(" ", -1);
            FaultPlan plan = new FaultPlan(
                    Long.parseLong(words[0]),
                    Action.valueOf(words[1]),
                    FaultPoint.valueOf(words[2]),
                    Integer.parseInt(words[3]),
                    Long.parseLong(words[4]));
            return plan.process == process ? Optional.of(plan) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Marks the plan as hit; returns whether this call was the first. */
    static boolean hit(Path directory) throws IOException {
        try {
            Files.createFile(directory.resolve(HIT));
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    static boolean isHit(Path directory) {
        return Files.exists(directory.resolve(HIT));
    }

    static void release(Path directory) throws IOException {
        if (!Files.exists(directory.resolve(GO))) {
            Files.createFile(directory.resolve(GO));
        }
    }

    static boolean isReleased(Path directory) {
        return Files.exists(directory.resolve(GO)) || !Files.exists(directory.resolve(SET));
    }

    /** Removes the plan and releases all held threads. */
    static void clear(Path directory) throws IOException {
        for (String file : new String[] {SET, HIT, GO}) {
            Files.deleteIfExists(directory.resolve(file));
        }
    }
}
