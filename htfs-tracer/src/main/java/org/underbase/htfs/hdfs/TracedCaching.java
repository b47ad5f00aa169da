package org.underbase.htfs.hdfs;

import java.io.IOException;
import java.util.EnumSet;
import org.apache.hadoop.fs.CacheFlag;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveEntry;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;
import org.apache.hadoop.hdfs.protocol.CachePoolEntry;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.underbase.htfs.call.TracedIterator;
import org.underbase.htfs.format.Call;

/** Records the calls of centralized cache management. */
abstract class TracedCaching extends TracedEncryption {
    @Override
    public long addCacheDirective(CacheDirectiveInfo info, EnumSet<CacheFlag> flags) throws IOException {
        return calls().call(
                        Call.ADD_CACHE_DIRECTIVE,
                        path(info),
                        facts -> facts.addAll("flags", flags),
                        () -> super.addCacheDirective(info, flags));
    }

    @Override
    public void modifyCacheDirective(CacheDirectiveInfo info, EnumSet<CacheFlag> flags) throws IOException {
        calls().run(
                        Call.MODIFY_CACHE_DIRECTIVE,
                        path(info),
                        facts -> facts.addAll("flags", flags),
                        () -> super.modifyCacheDirective(info, flags));
    }

    @Override
    public void removeCacheDirective(long id) throws IOException {
        calls().run(
                        Call.REMOVE_CACHE_DIRECTIVE,
                        null,
                        facts -> facts.add("id", id),
                        () -> super.removeCacheDirective(id));
    }

    @Override
    public RemoteIterator<CacheDirectiveEntry> listCacheDirectives(CacheDirectiveInfo filter) throws IOException {
        return new TracedIterator<>(
                calls().call(Call.LIST_CACHE_DIRECTIVES, path(filter), () -> super.listCacheDirectives(filter)),
                calls(),
                path(filter));
    }

    @Override
    public void addCachePool(CachePoolInfo info) throws IOException {
        calls().run(
                        Call.ADD_CACHE_POOL,
                        null,
                        facts -> facts.add("pool", info == null ? null : info.getPoolName()),
                        () -> super.addCachePool(info));
    }

    @Override
    public void modifyCachePool(CachePoolInfo info) throws IOException {
        calls().run(
                        Call.MODIFY_CACHE_POOL,
                        null,
                        facts -> facts.add("pool", info == null ? null : info.getPoolName()),
                        () -> super.modifyCachePool(info));
    }

    @Override
    public void removeCachePool(String pool) throws IOException {
        calls().run(Call.REMOVE_CACHE_POOL, null, facts -> facts.add("pool", pool), () -> super.removeCachePool(pool));
    }

    @Override
    public RemoteIterator<CachePoolEntry> listCachePools() throws IOException {
        return new TracedIterator<>(calls().call(Call.LIST_CACHE_POOLS, () -> super.listCachePools()), calls(), null);
    }

    private static Path path(CacheDirectiveInfo info) {
        return info == null ? null : info.getPath();
    }
}
