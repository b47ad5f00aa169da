package org.underbase.tier.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import java.io.IOException;
import java.net.ConnectException;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RpcNoSuchProtocolException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.underbase.tier.datanode.AnnouncementState.State;

class AnnouncementStateTest {
    private static final Answer KNOWN = new Answer.Accepted(true, 60_000);
    private static final Answer DOWN = new Answer.Unreachable("Connection refused");
    private static final Answer NO_PLUGIN = new Answer.NotServed("Unknown protocol");
    private static final Answer REJECTED = new Answer.Rejected("there is no tier 'fats'");

    private final Logger log = mock(Logger.class);
    private final AnnouncementState standing = new AnnouncementState("nn:8020", "fast", 7, log);

    @Test
    void theNameNodeSaysWhenToComeAgain() {
        assertThat(standing.note(KNOWN)).isBetween(54_000L, 60_000L);
        assertThat(standing.state()).isEqualTo(State.KNOWN);
        assertThat(standing.note(new Answer.Accepted(true, 0))).isBetween(90L, 100L);
        assertThat(standing.note(new Answer.Accepted(true, Long.MAX_VALUE))).isBetween(3_240_000L, 3_600_000L);
        verify(log, times(1)).info(anyString(), any(Object.class), any(Object.class));
    }

    @Test
    void untilTheDataNodeIsRegisteredItComesEverySecond() {
        assertThat(standing.note(new Answer.Accepted(false, 60_000))).isBetween(900L, 1_000L);
        assertThat(standing.state()).isEqualTo(State.UNREGISTERED);
    }

    @Test
    void aNameNodeThatIsDownIsTriedEverySecondThenEveryTen() {
        long first = standing.note(DOWN);
        long last = 0;
        for (int i = 0; i < 100; i++) {
            last = standing.note(DOWN);
        }
        assertThat(first).isBetween(900L, 1_000L);
        assertThat(last).isBetween(9_000L, 10_000L);
        verify(log, times(1)).warn(anyString(), any(Object[].class));
        assertThat(standing.failures()).isEqualTo(101);

        standing.note(KNOWN);
        assertThat(standing.note(DOWN)).as("at once after an outage").isBetween(900L, 1_000L);
    }

    @Test
    void aMissingPluginIsBelievedAfterAWhileAndToldOnce() {
        for (int i = 1; i < AnnouncementState.QUICK; i++) {
            assertThat(standing.note(NO_PLUGIN)).isBetween(900L, 1_000L);
        }
        verify(log, never()).warn(anyString(), any(Object.class), any(Object.class));
        for (int i = 0; i < 100; i++) {
            assertThat(standing.note(NO_PLUGIN)).isBetween(54_000L, 60_000L);
        }
        // The NameNode restarts without the plug-in, again.
        standing.note(DOWN);
        for (int i = 0; i < 100; i++) {
            standing.note(NO_PLUGIN);
        }
        verify(log, times(1)).warn(anyString(), any(Object.class), any(Object.class));
    }

    @Test
    void logsARejectedTierAtOnceAndRarelyAgain() {
        for (int i = 0; i < 11; i++) {
            assertThat(standing.note(REJECTED)).isBetween(54_000L, 60_000L);
        }
        verify(log, times(2)).error(anyString(), any(Object[].class));
        assertThat(standing.state()).isEqualTo(State.REJECTED);
    }

    @Test
    void exceptionsAreToldApart() {
        assertThat(Answer.of(new ConnectException("Connection refused"))).isInstanceOf(Answer.Unreachable.class);
        assertThat(remote(StandbyException.class, "standby")).isInstanceOf(Answer.Unreachable.class);
        assertThat(remote(RpcNoSuchProtocolException.class, "Unknown protocol")).isInstanceOf(Answer.NotServed.class);
        assertThat(remote(AuthorizationException.class, "not known")).isInstanceOf(Answer.NotServed.class);
        assertThat(remote(HadoopIllegalArgumentException.class, "there is no tier 'fats'\n\tat some.Stack"))
                .isEqualTo(new Answer.Rejected("there is no tier 'fats'"));
        assertThat(Answer.of(new IOException())).isEqualTo(new Answer.Unreachable("IOException"));
    }

    private static Answer remote(Class<?> thrown, String message) {
        return Answer.of(new RemoteException(thrown.getName(), message));
    }
}
