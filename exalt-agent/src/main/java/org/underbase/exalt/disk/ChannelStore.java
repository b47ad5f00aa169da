package org.underbase.exalt.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Store of a file channel, which it owns. */
public record ChannelStore(FileChannel channel) implements Store {
    @Override
    public int read(ByteBuffer into, long at) throws IOException {
        int sum = 0;
        while (into.hasRemaining()) {
            int count = channel.read(into, at + sum);
            if (count < 0) {
                return sum == 0 ? -1 : sum;
            }
            sum += count;
        }
        return sum;
    }

    @Override
    public void write(ByteBuffer from, long at) throws IOException {
        long next = at;
        while (from.hasRemaining()) {
            next += channel.write(from, next);
        }
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public void truncate(long size) throws IOException {
        channel.truncate(size);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
