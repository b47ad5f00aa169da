package org.underbase.htfs.documented;

import java.util.List;
import java.util.StringJoiner;
import org.underbase.htfs.format.TraceEvent;

/** An event in the words of docs/trace-format.md; a line of the golden text. */
public record DocumentedEvent(
        long start,
        long duration,
        int call,
        String thread,
        String user,
        long stream,
        long file,
        long inode,
        String path,
        String otherPath,
        long offset,
        long length,
        long result,
        long group,
        String exception,
        String detail,
        String host,
        String process,
        String label,
        long threadId,
        String fileSystem,
        String blockPool,
        long firstBlock,
        String ecPolicy) {

    /** Converts an event of the module's reader. */
    public static DocumentedEvent of(TraceEvent event) {
        return new DocumentedEvent(
                event.startNanos(),
                event.durationNanos(),
                event.call().code(),
                event.thread(),
                event.user(),
                event.streamId(),
                event.fileId(),
                event.inode(),
                event.path(),
                event.otherPath(),
                event.offset(),
                event.length(),
                event.result(),
                event.group(),
                event.exception(),
                event.detail(),
                event.host(),
                event.process(),
                event.label(),
                event.threadId(),
                event.identity().fileSystem(),
                event.identity().blockPool(),
                event.identity().firstBlock(),
                event.identity().ecPolicy());
    }

    public DocumentedEvent withCall(int code) {
        return new DocumentedEvent(
                start,
                duration,
                code,
                thread,
                user,
                stream,
                file,
                inode,
                path,
                otherPath,
                offset,
                length,
                result,
                group,
                exception,
                detail,
                host,
                process,
                label,
                threadId,
                fileSystem,
                blockPool,
                firstBlock,
                ecPolicy);
    }

    static DocumentedEvent ofLine(String line) {
        String[] f = line.split("\t", -1);
        return new DocumentedEvent(
                Long.parseLong(f[0]),
                Long.parseLong(f[1]),
                Integer.parseInt(f[2]),
                f[3],
                f[4],
                Long.parseLong(f[5]),
                Long.parseLong(f[6]),
                Long.parseLong(f[7]),
                f[8],
                f[9],
                Long.parseLong(f[10]),
                Long.parseLong(f[11]),
                Long.parseLong(f[12]),
                Long.parseLong(f[13]),
                f[14],
                f[15],
                f[16],
                f[17],
                f[18],
                f.length == 19 ? -1 : Long.parseLong(f[19]),
                f.length == 19 ? "" : f[20],
                f.length == 19 ? "" : f[21],
                f.length == 19 ? -1 : Long.parseLong(f[22]),
                f.length == 19 ? "" : f[23]);
    }

    String line() {
        StringJoiner line = new StringJoiner("\t");
        for (Object field : List.of(
                start,
                duration,
                call,
                thread,
                user,
                stream,
                file,
                inode,
                path,
                otherPath,
                offset,
                length,
                result,
                group,
                exception,
                detail,
                host,
                process,
                label,
                threadId,
                fileSystem,
                blockPool,
                firstBlock,
                ecPolicy)) {
            line.add(field.toString());
        }
        return line.toString();
    }
}
