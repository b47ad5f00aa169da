package org.underbase.analysis.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writer of an fsimage as {@code hdfs oiv -p XML} prints it, with the elements of Hadoop 3.4. */
public final class ImageXml {
    private static final long ROOT = 16385;

    private final List<String> inodes = new ArrayList<>();
    private final Map<String, Long> directories = new TreeMap<>(Map.of("", ROOT));
    private final Map<Long, List<String>> entries = new TreeMap<>();
    private final List<String> references = new ArrayList<>();
    private long last = ROOT;

    public ImageXml() {
        inodes.add("<inode><id>" + ROOT + "</id><type>DIRECTORY</type><name></name><mtime>1</mtime></inode>");
    }

    /** Adds a file of two blocks. */
    public ImageXml file(String path, long size, long modifiedMillis) {
        return add(path, size, modifiedMillis, "", false);
    }

    /** Adds a file that a client is writing. */
    public ImageXml open(String path, long size, long modifiedMillis) {
        String writer = "<file-under-construction><clientName>c</clientName></file-under-construction>";
        return add(path, size, modifiedMillis, writer, false);
    }

    /** Adds a file that a snapshot also contains, under another name. */
    public ImageXml renamedInSnapshot(String path, long size, long modifiedMillis) {
        return add(path, size, modifiedMillis, "", true);
    }

    private ImageXml add(String path, long size, long modified, String more, boolean reference) {
        int slash = path.lastIndexOf('/');
        long parent = directory(path.substring(0, slash));
        last++;
        inodes.add("<inode><id>" + last + "</id><type>FILE</type><name>" + path.substring(slash + 1) + "</name>"
                + "<replication>3</replication><mtime>" + modified + "</mtime><atime>1</atime>"
                + "<xattrs><xattr><ns>USER</ns><name>other</name></xattr></xattrs><blocks>"
                + "<block><id>7</id><genstamp>1</genstamp><numBytes>" + size / 2 + "</numBytes></block>"
                + "<block><id>8</id><genstamp>1</genstamp><numBytes>" + (size - size / 2) + "</numBytes></block>"
                + "</blocks>" + more + "</inode>");
        List<String> children = entries.computeIfAbsent(parent, key -> new ArrayList<>());
        if (reference) {
            children.add("<refChild>" + references.size() + "</refChild>");
            references.add("<ref><referredId>" + last + "</referredId><name>earlier</name></ref>");
        } else {
            children.add("<child>" + last + "</child>");
        }
        return this;
    }

    private long directory(String path) {
        Long known = directories.get(path);
        if (known != null) {
            return known;
        }
        int slash = path.lastIndexOf('/');
        long parent = directory(path.substring(0, slash));
        long id = ++last;
        directories.put(path, id);
        inodes.add("<inode><id>" + id + "</id><type>DIRECTORY</type><name>" + path.substring(slash + 1)
                + "</name><mtime>1</mtime></inode>");
        entries.computeIfAbsent(parent, key -> new ArrayList<>()).add("<child>" + id + "</child>");
        return id;
    }

    public String text() {
        StringBuilder text =
                new StringBuilder("<?xml version=\"1.0\"?>\n<fsimage><version><layoutVersion>-67</layoutVersion>"
                        + "</version><INodeSection><lastInodeId>" + last + "</lastInodeId><numInodes>" + inodes.size()
                        + "</numInodes>");
        inodes.forEach(text::append);
        text.append("</INodeSection>\n<INodeReferenceSection>");
        references.forEach(text::append);
        text.append("</INodeReferenceSection>\n<SnapshotSection><snapshotCounter>0</snapshotCounter></SnapshotSection>"
                + "<INodeDirectorySection>");
        entries.forEach((parent, children) ->
                text.append("<directory><parent>" + parent + "</parent>" + String.join("", children) + "</directory>"));
        return text.append("</INodeDirectorySection>\n<FileUnderConstructionSection><inode><id>" + last
                        + "</id><path>/wrong</path></inode></FileUnderConstructionSection></fsimage>\n")
                .toString();
    }

    /** Writes the image at a time. */
    public Path write(Path file, long writtenMillis) throws IOException {
        Files.writeString(file, text());
        return Files.setLastModifiedTime(file, FileTime.fromMillis(writtenMillis));
    }
}
