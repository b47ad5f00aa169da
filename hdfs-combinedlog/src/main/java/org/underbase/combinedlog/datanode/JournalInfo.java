package org.underbase.combinedlog.datanode;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.Map;
import org.underbase.combinedlog.block.ReplicaStatus;
import org.underbase.operator.output.JsonText;

/** Source of {@link JournalInfoMXBean}. Thread-safe. */
final class JournalInfo implements JournalInfoMXBean {
    private static final int MOST_STREAMS = 1000;

    private final JournalControl journal;

    JournalInfo(JournalControl journal) {
        this.journal = journal;
    }

    @Override
    public String getDirectory() {
        return journal.directory().toString();
    }

    @Override
    public String getJournalId() {
        return journal.id().toString();
    }

    @Override
    public long getDurableSequence() {
        return journal.durableSequence();
    }

    @Override
    public String getLastCheckpointFailure() {
        return journal.lastCheckpointFailure();
    }

    @Override
    public Map<String, String> getSettings() {
        return journal.settings();
    }

    @Override
    public int getStreamCount() {
        return journal.streams().size();
    }

    @Override
    public String getStreams() {
        ArrayNode streams = JsonText.object().putArray("streams");
        journal.streams().stream().limit(MOST_STREAMS).forEach(each -> add(streams, each));
        return streams.toString();
    }

    private static void add(ArrayNode streams, ReplicaStatus replica) {
        streams.addObject()
                .put("blockPool", replica.key().pool())
                .put("blockId", replica.key().id())
                .put("generationStamp", replica.generationStamp())
                .put("storage", replica.storage())
                .put("syncedBytes", replica.syncedBytes())
                .put("open", replica.open())
                .put("recorded", replica.recorded());
    }
}
