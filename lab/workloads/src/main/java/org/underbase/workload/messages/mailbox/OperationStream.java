package org.underbase.workload.messages.mailbox;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.underbase.workload.random.AliasTable;
import org.underbase.workload.random.SeededRandom;

/**
 * Operations of one client: an infinite sequence, determined by the seed and by the state of its mailboxes.
 *
 * <p>Every call is a get, put or delete by an independent draw, so the ratio holds for any part of the sequence. The
 * purpose of a get depends on earlier calls: a session of a user begins with the mailbox summary, and some reads need a
 * second get, which is the next get that is drawn. Not thread-safe.
 */
public final class OperationStream {
    private static final long STREAM = 2;
    private static final double SESSION_CALLS = 12;
    private static final int PATIENCE = 40;
    private static final double FOR_OTHERS = 0.5;
    private static final int LARGEST_THREAD_DELETE = 40;
    private static final int BODIES = 5;
    private static final int ATTEMPTS = 20;

    // These weights are assumptions. The paper only states that PrefetchMeta is read most and Keywords least (figure
    // 4b).
    private static final List<OperationType> READS = List.of(
            OperationType.READ_MAILBOX,
            OperationType.READ_LOG_TAIL,
            OperationType.READ_MESSAGE,
            OperationType.READ_THREAD,
            OperationType.SEARCH,
            OperationType.TYPEAHEAD,
            OperationType.READ_THREADING);
    private static final AliasTable READ_WEIGHTS = new AliasTable(30, 20, 22, 16, 3, 4, 5);
    private static final List<OperationType> WRITES = List.of(
            OperationType.ADD_MESSAGE,
            OperationType.CHANGE_MESSAGE,
            OperationType.CHANGE_THREAD,
            OperationType.CHANGE_SETTINGS);
    private static final AliasTable WRITE_WEIGHTS = new AliasTable(45, 43, 7, 5);
    private static final double WHOLE_THREAD = 0.15;
    private static final double CONTACTS = 0.8;

    private final MessageSource source;
    private final MailboxCells cells;
    private final MailboxReads reads;
    private final Mix.Drawing mix;
    private final UserShares.Share share;
    private final Mailboxes mailboxes;
    private final SeededRandom random;

    private final Map<Integer, Mailbox> open = new HashMap<>();
    private final Deque<FollowUp> followUps = new ArrayDeque<>();
    private Mailbox session;
    private int sessionCalls;

    /**
     * @param client number of this client; each has an independent random generator
     * @param share users of this client alone
     */
    public OperationStream(MessageSource source, Mix mix, int client, UserShares.Share share, Mailboxes mailboxes) {
        this.source = source;
        this.cells = new MailboxCells(source);
        this.reads = new MailboxReads(source);
        this.mix = mix.drawing();
        this.share = share;
        this.mailboxes = mailboxes;
        this.random = source.random(STREAM, client);
    }

    /** Returns the mailboxes accessed so far, in their state after the last operation. */
    public Collection<Mailbox> touched() {
        return Collections.unmodifiableCollection(open.values());
    }

    /**
     * Returns the next operation and applies it to the mailbox.
     *
     * @throws IOException if the state of a mailbox has to be read from HBase and cannot be
     */
    public Operation next() throws IOException {
        if (session == null || sessionOver()) {
            followUps.clear();
            session = box(share.users().get(share.activity().draw(random)));
            sessionCalls = 1 + random.nextGeometric(SESSION_CALLS - 1);
            followUps.add(() -> Optional.of(reads.mailbox(session)));
        }
        sessionCalls--;
        return switch (mix.draw(random)) {
            case GET -> read();
            case PUT -> write();
            case DELETE -> remove();
        };
    }

    private boolean sessionOver() {
        // With few gets in the mix, or none, queued reads must not prolong a session without limit.
        return sessionCalls <= 0 && (followUps.isEmpty() || sessionCalls < -PATIENCE);
    }

    private Mailbox box(int user) throws IOException {
        Mailbox box = open.get(user);
        if (box == null) {
            box = mailboxes.open(user);
            open.put(user, box);
        }
        return box;
    }

    private Operation read() {
        while (!followUps.isEmpty()) {
            Optional<Operation.Read> followUp = followUps.remove().read();
            if (followUp.isPresent()) {
                return followUp.get();
            }
        }
        OperationType type = READS.get(READ_WEIGHTS.draw(random));
        // An empty mailbox has nothing else to read.
        return session.size() == 0 ? reads.mailbox(session) : read(type, recent(session));
    }

    private Operation.Read read(OperationType type, int mid) {
        Mailbox box = session;
        return switch (type) {
            case READ_LOG_TAIL -> reads.logTail(box, 1 + random.nextInt(MailboxReads.LOG_TAIL));
            case READ_MESSAGE -> {
                followUps.add(() -> box.alive(mid) ? Optional.of(reads.records(box, mid)) : Optional.empty());
                yield reads.message(box, mid);
            }
            case READ_THREAD -> {
                int tid = box.thread(mid);
                followUps.add(() -> bodies(box, ExpectedResponses.threadMessages(box, tid, BODIES)));
                yield reads.thread(box, tid);
            }
            case SEARCH ->
                word(box, mid)
                        .map(word -> {
                            followUps.add(() -> bodies(box, box.alive(mid) ? List.of(mid) : List.of()));
                            return reads.search(box, mid, word);
                        })
                        .orElseGet(() -> reads.mailbox(box));
            case TYPEAHEAD ->
                word(box, mid).map(word -> reads.typeahead(box, word)).orElseGet(() -> reads.mailbox(box));
            case READ_THREADING -> reads.threading(box, mid);
            default -> reads.mailbox(box);
        };
    }

    private Optional<Operation.Read> bodies(Mailbox box, List<Integer> mids) {
        return mids.isEmpty() ? Optional.empty() : Optional.of(reads.bodies(box, mids));
    }

    /** Draws one of the indexed words of a message; a very short message may have none. */
    private Optional<String> word(Mailbox box, int mid) {
        Message message = source.message(box.user(), mid);
        Set<String> words = source.keywords().words(message.subject(), message.body());
        int choice = random.nextInt(Math.max(1, words.size()));
        return words.stream().skip(choice).findFirst();
    }

    private Operation write() throws IOException {
        OperationType type = WRITES.get(WRITE_WEIGHTS.draw(random));
        Mailbox box = session;
        if (type == OperationType.ADD_MESSAGE || box.size() == 0) {
            // Messages also arrive for users without a session.
            if (random.chance(FOR_OTHERS)) {
                box = box(share.users().get(share.activity().draw(random)));
            }
            int mid = box.add(source);
            return new Operation.Write(OperationType.ADD_MESSAGE, box, cells.added(box, mid));
        }
        int mid = recent(box);
        return switch (type) {
            case CHANGE_MESSAGE -> {
                int action = box.change(mid, ChangeMix.draw(random));
                yield new Operation.Write(type, box, cells.changed(box, mid, action));
            }
            case CHANGE_THREAD -> {
                int tid = box.thread(mid);
                box.threadChanged(tid);
                yield new Operation.Write(type, box, cells.threadChanged(box, tid));
            }
            default -> settings(box);
        };
    }

    private Operation settings(Mailbox box) {
        if (random.chance(CONTACTS)) {
            box.contactsChanged();
            return new Operation.Write(OperationType.CHANGE_SETTINGS, box, cells.contactsChanged(box));
        }
        box.privacyChanged();
        return new Operation.Write(OperationType.CHANGE_SETTINGS, box, cells.privacyChanged(box));
    }

    private Operation remove() throws IOException {
        Mailbox box = session;
        for (int attempt = 0; box.size() == 0 && attempt < ATTEMPTS; attempt++) {
            box = box(share.users().get(share.activity().draw(random)));
        }
        for (int i = 0; box.size() == 0 && i < share.users().size(); i++) {
            box = box(share.users().get(i));
        }
        if (box.size() == 0) {
            // All mailboxes are empty: add a message instead.
            return new Operation.Write(OperationType.ADD_MESSAGE, box, cells.added(box, box.add(source)));
        }
        // Old messages are deleted as often as new ones.
        int mid = box.newest(random.nextInt(box.size()));
        int tid = box.thread(mid);
        if (random.chance(WHOLE_THREAD) && box.threadSize(tid) <= LARGEST_THREAD_DELETE) {
            List<Integer> thread = ExpectedResponses.threadMessages(box, tid, LARGEST_THREAD_DELETE);
            return new Operation.Removal(OperationType.DELETE_THREAD, box, columns(box, thread));
        }
        List<Integer> mids = new ArrayList<>();
        mids.add(mid);
        for (int more = random.nextGeometric(0.2); more > 0 && mids.size() < 3; more--) {
            int other = box.newest(random.nextInt(box.size()));
            if (!mids.contains(other)) {
                mids.add(other);
            }
        }
        return new Operation.Removal(OperationType.DELETE_MESSAGES, box, columns(box, mids));
    }

    private List<Column> columns(Mailbox box, List<Integer> mids) {
        List<Column> columns = new ArrayList<>();
        for (int mid : mids) {
            columns.addAll(cells.ofMessage(box, mid));
            box.remove(mid);
        }
        columns.add(Qualifiers.SUMMARY);
        return columns;
    }

    private int recent(Mailbox box) {
        return box.newest(random.nextLogUniform(box.size()));
    }

    /** Queued get; the message to read may have been deleted before its turn. */
    private interface FollowUp {
        Optional<Operation.Read> read();
    }
}
