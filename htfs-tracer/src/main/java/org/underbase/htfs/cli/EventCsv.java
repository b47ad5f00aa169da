package org.underbase.htfs.cli;

import org.underbase.htfs.format.TraceEvent;

/** CSV format of events (RFC 4180); a number that does not apply is -1, a text empty. */
final class EventCsv implements EventFormat {
    private static final String HEADER =
            "start_nanos,duration_nanos,host,process,label,thread,user,activity,call,path,other_path,"
                    + "file_id,inode,stream_id,group,offset,length,result,exception,detail,"
                    + "thread_id,file_system,block_pool,first_block,ec_policy";

    private final StringBuilder line = new StringBuilder(512);

    @Override
    public String header() {
        return HEADER;
    }

    @Override
    public CharSequence lines(TraceEvent event) {
        line.setLength(0);
        line.append(event.startNanos()).append(',').append(event.durationNanos());
        text(event.host());
        text(event.process());
        text(event.label());
        text(event.thread());
        text(event.user());
        text(event.activity().label());
        text(event.call().label());
        text(event.path());
        text(event.otherPath());
        line.append(',').append(event.fileId());
        line.append(',').append(event.inode());
        line.append(',').append(event.streamId());
        line.append(',').append(event.group());
        line.append(',').append(event.offset());
        line.append(',').append(event.length());
        line.append(',').append(event.result());
        text(event.exception());
        text(event.detail());
        line.append(',').append(event.threadId());
        text(event.identity().fileSystem());
        text(event.identity().blockPool());
        line.append(',').append(event.identity().firstBlock());
        text(event.identity().ecPolicy());
        return line;
    }

    private void text(String value) {
        line.append(',');
        if (value.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')) {
            line.append(value);
        } else {
            line.append('"').append(value.replace("\"", "\"\"")).append('"');
        }
    }
}
