package org.underbase.sim.synthetic;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.underbase.sim.request.Activity;

/**
 * Reads for clients. A read continues the previous one, repeats an earlier one, or addresses a random block.
 * Hot blocks are more likely to be read again.
 */
final class UserReads implements Source {
    private static final int HOT = 1 << 31;
    private static final int TRIES = 100;
    private static final long CONTINUATION = 3_000_000;

    private final Generator generator;
    private final Machine machine;
    private final SplittableRandom random;
    /** Files that were read, in the order of their {@link StoreFile#firstBlock}. */
    private final List<StoreFile> files = new ArrayList<>();
    /** Number of a block of these files, and whether it is hot, by number of read, in a ring. */
    private final int[] history;
    /** Number of reads before each second, in a ring. */
    private final long[] seconds;

    private long count;
    private int blocks;
    private long second;
    private StoreFile lastFile;
    private long lastBlock;
    private boolean lastHot;
    private boolean continues;

    UserReads(Generator generator, Machine machine, SplittableRandom random, long until) {
        this.generator = generator;
        this.machine = machine;
        this.random = random;
        Calibration calibration = generator.calibration;
        double remembered = Math.min(calibration.mostRepeatMinutes() * 60, until / Generator.SECOND);
        seconds = new long[(int) remembered + 10];
        double most = calibration.userReadsPerSecond() * (1 + calibration.dailyCycle()) * 1.1;
        history = new int[(int) (seconds.length * most)];
    }

    @Override
    public long run(long now) {
        while (second < (long) (now / Generator.SECOND)) {
            second++;
            seconds[(int) (second % seconds.length)] = count;
        }
        if (!continues || !chooseNext()) {
            if (random.nextDouble() < generator.calibration.firstReads() || !chooseAgain(now)) {
                chooseFirst();
            }
        }
        history[(int) (count % history.length)] = (lastHot ? HOT : 0) | (firstBlock() + (int) lastBlock);
        count++;
        int block = generator.calibration.blockBytes();
        lastFile.request(generator.listener, now, Activity.USER_READ, lastBlock * block, block, false);
        double sequential = generator.calibration.sequential();
        continues = random.nextDouble() < sequential;
        if (continues) {
            return now + CONTINUATION;
        }
        double reads = generator.calibration.userReadsPerSecond();
        double pause = (1 / reads - sequential * CONTINUATION / Generator.SECOND) / (1 - sequential);
        return generator.next(now, 1 / pause, random);
    }

    private int firstBlock() {
        if (lastFile.firstBlock == StoreFile.UNREAD) {
            lastFile.firstBlock = blocks;
            files.add(lastFile);
            blocks = Math.addExact(blocks, 1 + (int) ((lastFile.bytes - 1) / generator.calibration.blockBytes()));
        }
        return lastFile.firstBlock;
    }

    private boolean chooseNext() {
        lastBlock++;
        return lastFile.successor == null && lastBlock * generator.calibration.blockBytes() < lastFile.bytes;
    }

    private void chooseFirst() {
        lastFile = machine.randomFile(random);
        lastBlock = random.nextLong(1 + (lastFile.bytes - 1) / generator.calibration.blockBytes());
        lastHot = random.nextDouble() < generator.calibration.hotBlocks();
    }

    private boolean chooseAgain(long now) {
        Calibration calibration = generator.calibration;
        double least = calibration.leastRepeatMinutes();
        for (int i = 0; i < TRIES; i++) {
            double minutes = least * Math.pow(calibration.mostRepeatMinutes() / least, random.nextDouble());
            long then = (long) ((now - minutes * Generator.MINUTE) / Generator.SECOND);
            if (then < 1) {
                return false; // The read was before the start.
            }
            long from = seconds[(int) (then % seconds.length)];
            long to = seconds[(int) ((then + 1) % seconds.length)];
            if (from < to) {
                int entry = history[(int) (random.nextLong(from, to) % history.length)];
                boolean hot = (entry & HOT) != 0;
                if (hot || random.nextDouble() < calibration.coldWeight()) {
                    lastHot = hot;
                    resolve(entry);
                    return true;
                }
            }
        }
        return false;
    }

    private void resolve(int entry) {
        int number = entry & ~HOT;
        int low = 0;
        int high = files.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (files.get(middle).firstBlock <= number) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        int block = generator.calibration.blockBytes();
        lastFile = files.get(low);
        lastBlock = (long) number - lastFile.firstBlock;
        while (lastFile.successor != null) {
            lastBlock = lastFile.inSuccessor(lastBlock * block) / block;
            lastFile = lastFile.successor;
        }
    }
}
