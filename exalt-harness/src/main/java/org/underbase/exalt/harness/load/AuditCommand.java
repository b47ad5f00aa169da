package org.underbase.exalt.harness.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.security.UserGroupInformation;

/** Calls that are made again: those that Dynamometer makes. What a log does not tell, such as permissions, is Hadoop's default. */
enum AuditCommand {
    APPEND {
        @Override
        void run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            fs.append(new Path(entry.source())).close();
        }
    },
    CONCAT {
        @Override
        void run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            fs.concat(new Path(entry.source()), paths(entry.target()));
        }
    },
    CONTENTSUMMARY {
        @Override
        void run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            fs.getContentSummary(new Path(entry.source()));
        }
    },
    CREATE {
        @Override
        void run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            try (FSDataOutputStream out = fs.create(new Path(entry.source()))) {
                if (blocks) {
                    out.write(0);
                }
            }
        }
    },
    DELETE {
        @Override
        void run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            fs.delete(new Path(entry.source()), true);
        }
    },
    GETFILEINFO {
        @Override
        void run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            fs.getFileStatus(new Path(entry.source()));
        }
    },
    LISTSTATUS {
        @Override
        void run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            // One call, as the log has one for each part of a long list.
            ((DistributedFileSystem) fs).getClient().listPaths(entry.source(), HdfsFileStatus.EMPTY_NAME);
        }
    },
    MKDIRS {
        @Override
        void run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            fs.mkdirs(new Path(entry.source()));
        }
    },
    OPEN {
        @Override
        void run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            fs.open(new Path(entry.source())).close();
        }
    },
    RENAME {
        @Override
        void run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            fs.rename(new Path(entry.source()), new Path(entry.target()));
        }
    },
    SETOWNER {
        @Override
        void run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            UserGroupInformation user = UserGroupInformation.getCurrentUser();
            fs.setOwner(new Path(entry.source()), user.getShortUserName(), user.getShortUserName());
        }
    },
    SETPERMISSION {
        @Override
        void run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            fs.setPermission(new Path(entry.source()), FsPermission.getDefault());
        }
    },
    SETREPLICATION {
        @Override
        void run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            fs.setReplication(new Path(entry.source()), (short) 1);
        }
    },
    SETTIMES {
        @Override
        void run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            long now = System.currentTimeMillis();
            fs.setTimes(new Path(entry.source()), now, now);
        }
    };

    /**
     * Makes the call.
     *
     * @param blocks whether a new file gets a byte, and so a block
     * @throws IOException as the NameNode says
     */
    abstract void run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException;

    /** None for one that is not made again. */
    static Optional<AuditCommand> of(String command) {
        String word = command.split("[ (]", 2)[0].toUpperCase(Locale.ROOT);
        for (AuditCommand each : values()) {
            if (each.name().equals(word)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** Of a list in brackets. */
    private static Path[] paths(String list) {
        List<Path> paths = new ArrayList<>();
        for (String each : list.replaceAll("^\\[|\\]$", "").split(",", -1)) {
            if (!each.isBlank()) {
                paths.add(new Path(each.strip()));
            }
        }
        return paths.toArray(Path[]::new);
    }
}
