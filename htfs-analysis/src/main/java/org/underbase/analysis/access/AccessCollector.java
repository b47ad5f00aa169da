package org.underbase.analysis.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.agrona.collections.Int2ObjectHashMap;
import org.underbase.analysis.catalog.FileKeys;
import org.underbase.analysis.catalog.LocalKeys;
import org.underbase.analysis.operator.ProcessKey;
import org.underbase.htfs.format.BlockCursor;
import org.underbase.htfs.format.TraceEvent;

/** Encoder of the accesses of one part of a trace, by file. One thread at a time. */
public final class AccessCollector {
    private static final int CHUNK = 4096;

    private final FileKeys keys;
    private final ChunkSink sink;
    private final int part;
    private final long encoderBytes;
    private final Int2ObjectHashMap<ChunkWriter> open = new Int2ObjectHashMap<>();
    private final AccessFields fields;
    private int sequence;
    private long bytes;
    private long unresolved;
    private String lastHost = "";
    private String lastName = "";
    private int lastProcess = -1;

    /**
     * Creates a collector.
     *
     * @param keys keys of the files of the trace
     * @param sink receives the accesses
     * @param part number of the part of the trace
     */
    public AccessCollector(FileKeys keys, ChunkSink sink, int part) {
        this(keys, sink, part, FileDetail.HISTORY, false);
    }

    /**
     * Creates a collector.
     *
     * @param keys keys of the files of the trace
     * @param sink receives the accesses
     * @param part number of the part of the trace
     * @param detail detail that the figures read; other calls are not kept
     * @param systemInCore whether calls on HBase's own tables count as calls that serve requests
     */
    public AccessCollector(FileKeys keys, ChunkSink sink, int part, FileDetail detail, boolean systemInCore) {
        this.fields = new AccessFields(detail, systemInCore);
        this.keys = keys;
        this.sink = sink;
        this.part = part;
        this.encoderBytes = sink.encoderBytes();
    }

    /** Adds an event, if it is an access to a file. */
    public void accept(TraceEvent event) {
        if (fields.take(event)) {
            add(target(event));
        }
    }

    /** Adds the accesses of a block. The file of each target is looked up once. */
    public void acceptAll(BlockCursor block) {
        Target[] targets = new Target[block.targets()];
        while (block.next()) {
            if (fields.take(block)) {
                int number = block.target();
                if (targets[number] == null) {
                    targets[number] = target(block);
                }
                add(targets[number]);
            }
        }
    }

    private Target target(TraceEvent event) {
        int process = process(event);
        return new Target(process, keys.ofId(process, event.fileId()), event.sampling());
    }

    /** Common facts of the events with one id of a file. */
    private static final class Target {
        private final int process;
        private final LocalKeys.OfId keys;
        private final long sampling;
        /** The file of the last event, and its encoder. */
        private int file = -1;

        private ChunkWriter writer;

        private Target(int process, LocalKeys.OfId keys, long sampling) {
            this.process = process;
            this.keys = keys;
            this.sampling = sampling;
        }
    }

    /** Adds the current fields. */
    private void add(Target target) {
        if (target.keys == null) {
            unresolved += fields.moves() ? fields.length : 0;
            return;
        }
        try {
            int file = target.keys.at(fields.start);
            if (file != target.file || target.writer.isEnded()) {
                target.file = file;
                target.writer = writer(file, target);
            }
            ChunkWriter writer = target.writer;
            int before = writer.size();
            writer.add(fields);
            bytes += writer.size() - before;
            if (writer.count() == CHUNK) {
                open.remove(file);
                end(file, writer);
            }
            if (bytes > encoderBytes) {
                end();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ChunkWriter writer(int file, Target target) throws IOException {
        ChunkWriter writer = open.get(file);
        if (writer != null && writer.process == target.process && writer.sampling == target.sampling) {
            return writer;
        }
        end(file, writer);
        ChunkWriter fresh = new ChunkWriter(target.process, target.sampling);
        open.put(file, fresh);
        bytes += Chunk.OVERHEAD;
        return fresh;
    }

    private int process(TraceEvent event) {
        String name = event.process();
        String host = event.host();
        if (!name.equals(lastName) || !host.equals(lastHost)) {
            lastName = name;
            lastHost = host;
            lastProcess = keys.process(new ProcessKey(host, name));
        }
        return lastProcess;
    }

    /** Ends the part. */
    public void end() throws IOException {
        for (Int2ObjectHashMap<ChunkWriter>.EntryIterator files =
                        open.entrySet().iterator();
                files.hasNext(); ) {
            files.next();
            end(files.getIntKey(), files.getValue());
        }
        open.clear();
        bytes = 0;
    }

    private void end(int file, ChunkWriter writer) throws IOException {
        if (writer != null) {
            bytes -= writer.size() + Chunk.OVERHEAD;
            sink.add(writer.end(file, part, sequence++));
        }
    }

    /**
     * Returns the bytes of calls on files that the catalog does not contain, because their segment has grown since it was
     * computed.
     */
    public long unresolvedBytes() {
        return unresolved;
    }
}
