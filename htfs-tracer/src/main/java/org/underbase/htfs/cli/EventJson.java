package org.underbase.htfs.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.underbase.htfs.format.TraceEvent;

/** JSON format of events, without the fields that do not apply. */
final class EventJson {
    private EventJson() {}

    static void write(TraceEvent event, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("start", EventText.time(event.startNanos()));
        json.writeNumberField("startNanos", event.startNanos());
        json.writeNumberField("durationNanos", event.durationNanos());
        json.writeStringField("call", event.call().label());
        json.writeStringField("activity", event.activity().label());
        text(json, "path", event.path());
        text(json, "otherPath", event.otherPath());
        number(json, "fileId", event.fileId());
        number(json, "inode", event.inode());
        text(json, "fileSystem", event.identity().fileSystem());
        text(json, "blockPool", event.identity().blockPool());
        number(json, "firstBlock", event.identity().firstBlock());
        text(json, "ecPolicy", event.identity().ecPolicy());
        number(json, "streamId", event.streamId());
        number(json, "group", event.group());
        number(json, "offset", event.offset());
        number(json, "length", event.length());
        json.writeNumberField("result", event.result());
        text(json, "exception", event.exception());
        text(json, "detail", event.detail());
        text(json, "thread", event.thread());
        number(json, "threadId", event.threadId());
        text(json, "user", event.user());
        text(json, "host", event.host());
        text(json, "process", event.process());
        text(json, "label", event.label());
        json.writeEndObject();
    }

    private static void text(JsonGenerator json, String name, String value) throws IOException {
        if (!value.isEmpty()) {
            json.writeStringField(name, value);
        }
    }

    private static void number(JsonGenerator json, String name, long value) throws IOException {
        if (value != -1) {
            json.writeNumberField(name, value);
        }
    }
}
