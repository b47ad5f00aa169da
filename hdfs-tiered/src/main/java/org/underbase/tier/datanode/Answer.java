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

/** Result of one announcement. */
sealed interface Answer {
    /** Accepted; {@code registered} is whether the DataNode is registered with the NameNode. */
    record Accepted(boolean registered, long nextInMillis) implements Answer {}

    /** The NameNode is unreachable or busy. */
    record Unreachable(String why) implements Answer {}

    /** The NameNode does not support the protocol or does not grant it, possibly not yet. */
    record NotServed(String why) implements Answer {}

    /** The NameNode rejected the tier. */
    record Rejected(String why) implements Answer {}

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
        return Remote.FOR_LATER.contains(thrown) ? new Unreachable(why) : new Rejected(why);
    }

    /** Returns the first line of the message: messages of remote exceptions contain stack traces. */
    private static String line(IOException failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank()
                ? failure.getClass().getSimpleName()
                : message.strip().lines().findFirst().orElse("");
    }

    /** Class names of exceptions in responses of a NameNode. */
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
