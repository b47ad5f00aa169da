package org.underbase.tier.datanode;

import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.RpcNoSuchMethodException;
import org.apache.hadoop.ipc.RpcNoSuchProtocolException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.underbase.tier.protocol.proto.TierProtocolProtos.AnnounceResponseProto;

/** What came of one announcement. */
sealed interface Answer {
    /** The NameNode keeps the tier; {@code registered} tells whether it knows the DataNode itself yet. */
    record Accepted(boolean registered, long nextInMillis) implements Answer {}

    /** The NameNode cannot be reached or is busy. */
    record Unreachable(String why) implements Answer {}

    /** The NameNode does not have the protocol (yet), or does not let this user speak it (yet). */
    record NotServed(String why) implements Answer {}

    /** The NameNode does not accept the tier. */
    record Refused(String why) implements Answer {}

    static Answer of(AnnounceResponseProto response) {
        return new Accepted(response.getRegistered(), response.getNextInMillis());
    }

    static Answer of(IOException failure) {
        String why = line(failure);
        if (!(failure instanceof RemoteException remote)) {
            return failure instanceof AccessControlException ? new NotServed(why) : new Unreachable(why);
        }
        String thrown = remote.getClassName();
        if (Remote.NOT_SERVED.contains(thrown)) {
            return new NotServed(why);
        }
        return Remote.FOR_LATER.contains(thrown) ? new Unreachable(why) : new Refused(why);
    }

    /** The first line of the message: remote exceptions carry whole stacks. */
    private static String line(IOException failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank()
                ? failure.getClass().getSimpleName()
                : message.strip().lines().findFirst().orElse("");
    }

    /** Exceptions of a NameNode by the names they travel under. */
    final class Remote {
        private static final Set<String> NOT_SERVED = Set.of(
                RpcNoSuchProtocolException.class.getName(),
                RpcNoSuchMethodException.class.getName(),
                AuthorizationException.class.getName(),
                AccessControlException.class.getName());
        private static final Set<String> FOR_LATER = Set.of(
                RetriableException.class.getName(),
                StandbyException.class.getName(),
                "org.apache.hadoop.hdfs.server.namenode.SafeModeException",
                "org.apache.hadoop.ipc.RpcServerException",
                "org.apache.hadoop.ipc.RPC$VersionMismatch");

        private Remote() {}
    }
}
