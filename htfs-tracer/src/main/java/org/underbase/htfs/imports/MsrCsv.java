package org.underbase.htfs.imports;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.underbase.htfs.format.Call;

/**
 * Traces of MSR Cambridge: {@code timestamp,host,disk,type,offset,size,response time}, with times in units of 100 ns since
 * 1601. A disk becomes a file.
 */
public final class MsrCsv implements SourceFormat {
    private static final long EPOCH = 116_444_736_000_000_000L;
    private static final int TICK = 100;
    private static final int COLUMNS = 7;

    /** Latest time that the trace format can contain. */
    private static final long MAX_TIME = EPOCH + (1L << 62) / TICK;

    private final Map<String, SourceProcess> hosts = new HashMap<>();

    @Override
    public String name() {
        return "msr";
    }

    @Override
    public boolean parse(String line, EventSink sink) throws BadLineException, IOException {
        if (line.isBlank()) {
            return false;
        }
        if (line.startsWith("Timestamp")) {
            return true;
        }
        List<String> fields = Fields.ofCsv(line);
        if (fields.size() != COLUMNS) {
            throw new BadLineException("the line has " + fields.size() + " fields: expected " + COLUMNS);
        }
        long time = Fields.number("timestamp", fields.get(0), 0);
        String host = fields.get(1);
        long disk = Fields.number("disk", fields.get(2), 0);
        Call call =
                switch (fields.get(3)) {
                    case "Read" -> Call.PREAD;
                    case "Write" -> Call.WRITE;
                    default ->
                        throw new BadLineException("invalid type '" + fields.get(3) + "': must be Read or Write");
                };
        long offset = Fields.number("offset", fields.get(4), 0);
        long bytes = Fields.number("size", fields.get(5), 0);
        long response = Fields.number("response time", fields.get(6), 0);
        Fields.checkRange(offset, bytes);
        if (time > MAX_TIME || response > MAX_TIME / TICK) {
            throw new BadLineException("invalid timestamp or response time: too large");
        }
        sink.add(
                hosts.computeIfAbsent(host, name -> new SourceProcess(name, name, 0)),
                new ImportedEvent((time - EPOCH) * TICK, call)
                        .taking(response * TICK)
                        .on(disk, "/" + host + "/" + disk)
                        .through(disk)
                        .moving(offset, bytes));
        return true;
    }
}
