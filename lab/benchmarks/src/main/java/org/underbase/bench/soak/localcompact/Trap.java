package org.underbase.bench.soak.localcompact;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.underbase.localcompact.worker.FaultPoint;

/**
 * Where one process is to be caught, once: a line of a file that the soak writes and its RegionServers read.
 *
 * @param process id
 * @param deed what is done to it
 * @param step where it is held
 * @param block index of the block; -1: any
 * @param position of the byte that a spoilt merge has wrong
 */
record Trap(long process, Deed deed, FaultPoint step, int block, long position) {
    /** What is done to a process. */
    enum Deed {
        /** Its thread waits until it is let go. */
        HOLD,
        /** Its merge writes nothing from the position on. */
        SHORT,
        /** Its merge writes another byte at the position. */
        DIFFER
    }

    private static final String SET = "trap";
    private static final String HIT = "hit";
    private static final String GO = "go";

    boolean holds(FaultPoint reached, int index) {
        return deed == Deed.HOLD && step == reached && (block < 0 || block == index);
    }

    /** Sets it; the one before must be cleared. */
    void set(Path directory) throws IOException {
        Path file = directory.resolve("new");
        Files.writeString(file, process + " " + deed + " " + step + " " + block + " " + position);
        Files.move(file, directory.resolve(SET), StandardCopyOption.ATOMIC_MOVE);
    }

    /** That which is set for a process. */
    static Optional<Trap> of(Path directory, long process) throws IOException {
        try {
            String[] words = Files.readString(directory.resolve(SET)).split(" ", -1);
            Trap trap = new Trap(
                    Long.parseLong(words[0]),
                    Deed.valueOf(words[1]),
                    FaultPoint.valueOf(words[2]),
                    Integer.parseInt(words[3]),
                    Long.parseLong(words[4]));
            return trap.process == process ? Optional.of(trap) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** True for the first that is caught. */
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

    static void letGo(Path directory) throws IOException {
        if (!Files.exists(directory.resolve(GO))) {
            Files.createFile(directory.resolve(GO));
        }
    }

    static boolean isLetGo(Path directory) {
        return Files.exists(directory.resolve(GO)) || !Files.exists(directory.resolve(SET));
    }

    /** Nothing is set and nobody is held. */
    static void clear(Path directory) throws IOException {
        for (String file : new String[] {SET, HIT, GO}) {
            Files.deleteIfExists(directory.resolve(file));
        }
    }
}
