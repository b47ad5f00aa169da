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

/** Commands of an audit log that are replayed: those of Dynamometer. Parameters that the log lacks, such as permissions, have Hadoop's defaults. */
enum AuditCommand {
    APPEND {
        @Override
        boolean run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            fs.append(new Path(entry.source())).close();
            return true;
        }
    },
    CONCAT {
        @Override
        boolean run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            fs.concat(new Path(entry.source()), paths(entry.target()));
            return true;
        }
    },
    CONTENTSUMMARY {
        @Override
        boolean run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            fs.getContentSummary(new Path(entry.source()));
            return true;
        }
    },
    CREATE {
        @Override
        boolean run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            try (FSDataOutputStream out = fs.create(new Path(entry.source()))) {
                if (blocks) {
                    out.write(0);
                }
            }
            return true;
        }
    },
    DELETE {
        @Override
        boolean run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            return fs.delete(new Path(entry.source()), true);
        }
    },
    GETFILEINFO {
        @Override
        boolean run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            fs.getFileStatus(new Path(entry.source()));
            return true;
        }
    },
    LISTSTATUS {
        @Override
        boolean run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            // The log has one entry for each part of a long list, so each entry is one call.
            ((DistributedFileSystem) fs).getClient().listPaths(entry.source(), HdfsFileStatus.EMPTY_NAME);
            return true;
        }
    },
    MKDIRS {
        @Override
        boolean run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            return fs.mkdirs(new Path(entry.source()));
        }
    },
    OPEN {
        @Override
        boolean run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            fs.open(new Path(entry.source())).close();
            return true;
        }
    },
    RENAME {
        @Override
        boolean run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            return fs.rename(new Path(entry.source()), new Path(entry.target()));
        }
    },
    SETOWNER {
        @Override
        boolean run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            UserGroupInformation user = UserGroupInformation.getCurrentUser();
            fs.setOwner(new Path(entry.source()), user.getShortUserName(), user.getShortUserName());
            return true;
        }
    },
    SETPERMISSION {
        @Override
        boolean run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            fs.setPermission(new Path(entry.source()), FsPermission.getDefault());
            return true;
        }
    },
    SETREPLICATION {
        @Override
        boolean run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            return fs.setReplication(new Path(entry.source()), (short) 1);
        }
    },
    SETTIMES {
        @Override
        boolean run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException {
            long now = System.currentTimeMillis();
            fs.setTimes(new Path(entry.source()), now, now);
            return true;
        }
    };

    /**
     * Makes the call.
     *
     * @param blocks whether a new file gets one byte, and so a block
     * @return whether the call had an effect; the NameNode returns false for a deletion or rename of a missing path
     * @throws IOException if the NameNode rejects the call
     */
    abstract boolean run(FileSystem fs, AuditEntry entry, boolean blocks) throws IOException;

    /** Finds the command of an entry; empty if it is not replayed. */
    static Optional<AuditCommand> of(String command) {
        String word = command.split("[ (]", 2)[0].toUpperCase(Locale.ROOT);
        for (AuditCommand each : values()) {
            if (each.name().equals(word)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** Returns the elements of a list in brackets. */
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
