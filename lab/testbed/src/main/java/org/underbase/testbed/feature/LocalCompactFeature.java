package org.underbase.testbed.feature;

import java.util.List;
import org.underbase.testbed.ClusterFeature;
import org.underbase.testbed.ClusterRecipe;

/** Local compaction: RegionServers offer the merge service, and all tables are compacted locally. Not thread-safe. */
public final class LocalCompactFeature implements ClusterFeature {
    private static final String SERVICE = "org.underbase.localcompact.LocalCompactService";
    private static final String COMPACTOR = "org.underbase.localcompact.LocalCompactor";

    private boolean allTables = true;

    /**
     * Leaves the compactor to the descriptors of tables: RegionServers offer the service only.
     *
     * @return this feature
     */
    public LocalCompactFeature perTable() {
        allTables = false;
        return this;
    }

    @Override
    public String name() {
        return "localcompact";
    }

    @Override
    public String description() {
        return "the nodes of a store file's replicas compact their own copies, for all tables";
    }

    @Override
    public String module() {
        return "hbase-localcompact";
    }

    @Override
    public List<String> classes() {
        return List.of(SERVICE, COMPACTOR);
    }

    @Override
    public boolean needsHBase() {
        return true;
    }

    @Override
    public void apply(ClusterRecipe recipe) {
        recipe.appendHBase("hbase.coprocessor.regionserver.classes", SERVICE);
        if (allTables) {
            recipe.setHBaseDefault("hbase.hstore.defaultengine.compactor.class", COMPACTOR);
        }
    }
}
