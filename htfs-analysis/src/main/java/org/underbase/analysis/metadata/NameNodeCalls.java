package org.underbase.analysis.metadata;

import java.util.EnumSet;
import java.util.Set;
import org.underbase.htfs.format.Call;

/** Calls of clients that the NameNode serves. */
final class NameNodeCalls {
    /** Calls without data that are events of the tracer itself or that the client answers. */
    private static final Set<Call> LOCAL = EnumSet.of(
            Call.UNKNOWN,
            Call.LOST,
            Call.ACTIVITY,
            Call.CLOSE_FILE_SYSTEM,
            Call.CANCEL_DELETE_ON_EXIT,
            Call.SET_VERIFY_CHECKSUM,
            Call.SET_WRITE_CHECKSUM,
            Call.CREATE_PATH_HANDLE,
            Call.CREATE_BULK_DELETE,
            Call.CREATE_MULTIPART_UPLOADER,
            Call.GET_KEY_PROVIDER,
            Call.GET_KEY_PROVIDER_URI,
            Call.GET_ADDITIONAL_TOKEN_ISSUERS);

    private NameNodeCalls() {}

    /** Whether a call sends at least one request to the NameNode. */
    static boolean contains(Call call) {
        return switch (call.kind()) {
            case OPEN -> true;
            case META -> !LOCAL.contains(call);
            case CLOSE -> call == Call.CLOSE_OUTPUT || call == Call.WAL_CLOSE;
            case READ, READ_GROUP, WRITE, SYNC, STREAM -> false;
        };
    }
}
