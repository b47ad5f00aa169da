package org.underbase.tier.client;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.io.MultipleIOException;
import org.apache.hadoop.io.retry.MultiException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RpcNoSuchProtocolException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.authorize.AuthorizationException;

/** Conversion of exceptions of Hadoop's RPC to those of the API. */
final class Faults {
    private static final Pattern NOT_KNOWN = Pattern.compile("Protocol interface .* is not known");

    private Faults() {}

    /**
     * Returns the exception that the NameNode threw, with its class, if that is an IOException or IllegalArgumentException.
     *
     * @return the exception; a RemoteException only for a class that this client does not have
     */
    static IOException unwrap(IOException fault) {
        if (fault instanceof MultiException several) {
            // Of providers that call all NameNodes at once: ignore the StandbyException of the standby.
            Optional<IOException> relevant = several.getExceptions().values().stream()
                    .map(one -> unwrap(one instanceof IOException io ? io : new IOException(one)))
                    .reduce((a, b) -> a instanceof StandbyException ? b : a);
            return relevant.orElse(fault);
        }
        if (fault instanceof MultipleIOException several) {
            return several.getExceptions().stream()
                    .map(Faults::unwrap)
                    .reduce((a, b) -> a instanceof StandbyException ? b : a)
                    .orElse(fault);
        }
        if (!(fault instanceof RemoteException remote)) {
            return fault;
        }
        if (isClass(remote, IllegalArgumentException.class.getName())
                || isClass(remote, "org.apache.hadoop.HadoopIllegalArgumentException")) {
            throw new IllegalArgumentException(firstLine(remote), remote);
        }
        IOException unwrapped = remote.unwrapRemoteException();
        return unwrapped;
    }

    private static boolean isClass(RemoteException remote, String name) {
        return name.equals(remote.getClassName());
    }

    /** Returns a remote exception's message without the server's stack trace. */
    static String firstLine(Throwable fault) {
        String message = fault.getMessage();
        return message == null
                ? fault.getClass().getSimpleName()
                : message.strip().lines().findFirst().orElse("");
    }

    /** Whether the server does not support TierProtocol and therefore did not execute the call. */
    static boolean isProtocolUnknown(IOException fault) {
        if (fault instanceof RpcNoSuchProtocolException) {
            return true;
        }
        if (fault instanceof AuthorizationException && fault.getMessage() != null) {
            // dfsadmin -refreshServiceAcl removes the plug-in's access list until the plug-in grants it again.
            Matcher matcher = NOT_KNOWN.matcher(fault.getMessage());
            return matcher.find() || fault.getMessage().startsWith("Unknown protocol");
        }
        return false;
    }
}
