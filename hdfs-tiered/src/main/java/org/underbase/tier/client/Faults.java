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

/** Turns what Hadoop's RPC throws into what the API says. */
final class Faults {
    private static final Pattern NOT_KNOWN = Pattern.compile("Protocol interface .* is not known");

    private Faults() {}

    /**
     * The exception the NameNode threw, with its own class where that is an IOException, or IllegalArgumentException.
     *
     * @return never a RemoteException of a class that is known here
     */
    static IOException unwrap(IOException fault) {
        if (fault instanceof MultiException several) {
            // Providers that ask all NameNodes at once: the standby's refusal is not what went wrong.
            Optional<IOException> telling = several.getExceptions().values().stream()
                    .map(one -> unwrap(one instanceof IOException io ? io : new IOException(one)))
                    .reduce((a, b) -> a instanceof StandbyException ? b : a);
            return telling.orElse(fault);
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

    /** A remote exception's message without the server's stack, which follows it. */
    static String firstLine(Throwable fault) {
        String message = fault.getMessage();
        return message == null
                ? fault.getClass().getSimpleName()
                : message.strip().lines().findFirst().orElse("");
    }

    /** Whether the server said that it does not have our protocol: it did not look at the call then. */
    static boolean isProtocolUnknown(IOException fault) {
        if (fault instanceof RpcNoSuchProtocolException) {
            return true;
        }
        if (fault instanceof AuthorizationException && fault.getMessage() != null) {
            // After dfsadmin -refreshServiceAcl the plug-in is without its access list for a moment.
            Matcher matcher = NOT_KNOWN.matcher(fault.getMessage());
            return matcher.find() || fault.getMessage().startsWith("Unknown protocol");
        }
        return false;
    }
}
