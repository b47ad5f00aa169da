package org.underbase.testbed;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Client program that writes zeros to a file. Arguments: path, bytes, replication. */
final class PutFile {
    private PutFile() {}

    public static void main(String[] args) throws IOException {
        try (FileSystem fs = FileSystem.get(new Configuration())) {
            Path path = new Path(args[0]);
            try (FSDataOutputStream out =
                    fs.create(path, true, 4096, Short.parseShort(args[2]), fs.getDefaultBlockSize(path))) {
                byte[] chunk = new byte[4096];
                for (long left = Long.parseLong(args[1]); left > 0; left -= chunk.length) {
                    out.write(chunk, 0, (int) Math.min(left, chunk.length));
                }
            }
        }
    }
}
