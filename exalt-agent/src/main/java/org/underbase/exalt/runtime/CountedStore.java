package org.underbase.exalt.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.underbase.exalt.disk.Store;

/** Store that counts the traffic of another store. */
record CountedStore(Store store, Traffic traffic) implements Store {
    @Override
    public int read(ByteBuffer into, long at) throws IOException {
        return Traffic.count(store.read(into, at), traffic.readBelow);
    }

    @Override
    public void write(ByteBuffer from, long at) throws IOException {
        int count = from.remaining();
        store.write(from, at);
        traffic.writtenBelow.add(count);
    }

    @Override
    public long size() throws IOException {
        return store.size();
    }

    @Override
    public void truncate(long size) throws IOException {
        store.truncate(size);
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
