package org.underbase.tier.datanode;

import java.util.SplittableRandom;
import org.slf4j.Logger;

/**
 * State of the announcements to one NameNode: the last response, the time of the next announcement, and the log lines.
 * Thread-safe.
 */
final class AnnouncementState {
    /** State, ordered from worst to best. */
    enum State {
        /** Nothing was answered yet. */
        UNKNOWN,
        UNREACHABLE,
        /** The NameNode lacks the plug-in, or does not grant the protocol to this DataNode. */
        NOT_SERVED,
        /** The NameNode does not accept the tier. */
        REJECTED,
        /** The DataNode has not registered yet: the NameNode stores no tier. */
        UNREGISTERED,
        KNOWN
    }

    static final long SECOND = 1_000;
    static final long SELDOM = 60 * SECOND;
    private static final long CAP = 10 * SECOND;
    private static final long LONGEST = 3_600 * SECOND;
    /** Number of attempts, a second apart, before longer waits and before a missing plug-in is reported. */
    static final int QUICK = 30;
    /** Rejections occur every minute; every tenth is logged. */
    private static final int REFUSALS_A_LINE = 10;

    private final String namenode;
    private final String tier;
    private final Logger log;
    private final SplittableRandom random;

    private State state = State.UNKNOWN;
    private boolean missingPluginTold;
    /** Number of consecutive failures of the same kind. */
    private int inSequence;

    private long announcements;
    private long failures;

    /** @param seed seed of random variations of the wait, so that DataNodes do not announce simultaneously */
    AnnouncementState(String namenode, String tier, long seed, Logger log) {
        this.namenode = namenode;
        this.tier = tier;
        this.log = log;
        this.random = new SplittableRandom(seed);
    }

    /**
     * Records a response.
     *
     * @return time until the next announcement, in milliseconds
     */
    synchronized long note(Answer answer) {
        announcements++;
        State before = state;
        State now = stateOf(answer);
        inSequence = now == before ? inSequence + 1 : 1;
        state = now;
        if (answer instanceof Answer.Accepted accepted) {
            return accepted(accepted, before);
        }
        failures++;
        if (answer instanceof Answer.Unreachable unreachable) {
            return unreachable(unreachable.why());
        }
        if (answer instanceof Answer.NotServed notServed) {
            return notServed(notServed.why());
        }
        return rejected(((Answer.Rejected) answer).why());
    }

    private static State stateOf(Answer answer) {
        if (answer instanceof Answer.Accepted accepted) {
            return accepted.registered() ? State.KNOWN : State.UNREGISTERED;
        }
        if (answer instanceof Answer.Rejected) {
            return State.REJECTED;
        }
        return answer instanceof Answer.NotServed ? State.NOT_SERVED : State.UNREACHABLE;
    }

    private long accepted(Answer.Accepted accepted, State before) {
        missingPluginTold = false;
        if (accepted.registered() && before != State.KNOWN) {
            log.info("NameNode {} has accepted the tier {} of this DataNode", namenode, tier);
        }
        long most = accepted.registered() ? LONGEST : SECOND;
        return spread(Math.min(Math.max(accepted.nextInMillis(), SECOND / 10), most));
    }

    private long unreachable(String why) {
        if (inSequence == 1) {
            log.warn("cannot announce tier {} to NameNode {}, retrying: {}", tier, namenode, why);
        }
        int doublings = Math.min(Math.max(0, inSequence - QUICK), Long.SIZE - Long.numberOfLeadingZeros(CAP));
        return spread(Math.min(SECOND << doublings, CAP));
    }

    private long notServed(String why) {
        // Normal between the start of the NameNode's RPC server and that of its plug-ins.
        if (inSequence < QUICK) {
            return spread(SECOND);
        }
        if (!missingPluginTold) {
            missingPluginTold = true;
            log.warn(
                    "NameNode {} does not accept announcements, so this DataNode has no tier there: is its"
                            + " plug-in in dfs.namenode.plugins, and is security.tier.datanode.protocol.acl right? It says: {}",
                    namenode,
                    why);
        }
        return spread(SELDOM);
    }

    private long rejected(String why) {
        if (inSequence % REFUSALS_A_LINE == 1) {
            log.error(
                    "NameNode {} rejected dfs.tier.id={}, this DataNode keeps its previous tier there: {}",
                    namenode,
                    tier,
                    why);
        }
        return spread(SELDOM);
    }

    private long spread(long millis) {
        long tenth = Math.max(1, millis / 10);
        return millis - random.nextLong(tenth);
    }

    String namenode() {
        return namenode;
    }

    synchronized State state() {
        return state;
    }

    synchronized long announcements() {
        return announcements;
    }

    synchronized long failures() {
        return failures;
    }
}
