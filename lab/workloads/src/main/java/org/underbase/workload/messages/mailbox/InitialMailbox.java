package org.underbase.workload.messages.mailbox;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.underbase.workload.random.SeededRandom;

/**
 * Generator of the mailboxes of the load. A run builds the state of an unchanged mailbox from the seed without reading it.
 * Immutable, thread-safe.
 */
public final class InitialMailbox {
    private static final long LOAD = 1;
    private static final double SIZE_SIGMA = 0.6;
    private static final int LARGEST = 8;
    private static final double CHANGES_PER_MESSAGE = 0.6;

    private final Population population;
    private final MessageSource source;
    private final MailboxCells cells;

    public InitialMailbox(Population population, MessageSource source) {
        this.population = population;
        this.source = source;
        this.cells = new MailboxCells(source);
    }

    /** Returns the state of a user's mailbox after the load. */
    public Mailbox state(int user) {
        Mailbox box = new Mailbox(user);
        build(box, mid -> {}, (mid, action) -> {});
        cells.prefetch(box);
        return box;
    }

    /** Returns the cells of a user's mailbox after the load, each column once. */
    public List<Cell> cells(int user) {
        Map<Column, Cell> latest = new LinkedHashMap<>();
        Mailbox box = new Mailbox(user);
        build(
                box,
                mid -> keep(latest, cells.addedWithoutSummary(box, mid)),
                (mid, action) -> keep(latest, cells.changed(box, mid, action)));
        keep(latest, cells.prefetch(box));
        return List.copyOf(latest.values());
    }

    private static void keep(Map<Column, Cell> latest, List<Cell> added) {
        for (Cell cell : added) {
            latest.put(cell.column(), cell);
        }
    }

    private void build(Mailbox box, Adding adding, Changing changing) {
        SeededRandom random = source.random(LOAD, box.user());
        // The mean of a log-normal is its median times e^(sigma^2/2).
        double median = population.messagesPerUser() * StrictMath.exp(-SIZE_SIGMA * SIZE_SIGMA / 2);
        double size = random.nextLogNormal(median, SIZE_SIGMA);
        int messages = (int) Math.max(1, Math.min(Math.round(size), (long) LARGEST * population.messagesPerUser()));
        for (int i = 0; i < messages; i++) {
            adding.added(box.add(source));
            if (random.chance(CHANGES_PER_MESSAGE)) {
                int mid = box.newest(random.nextLogUniform(box.size()));
                changing.changed(mid, box.change(mid, ChangeMix.draw(random)));
            }
        }
    }

    private interface Adding {
        void added(int mid);
    }

    private interface Changing {
        void changed(int mid, int action);
    }
}
