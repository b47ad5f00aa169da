package org.underbase.analysis.fsimage;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongArrayList;

/**
 * Streaming parser of an fsimage in XML. The inodes come before the directories, which name their entries by inode: only inodes
 * with names of interest are in memory.
 */
final class FsImageXml {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int ALIVE_INODES = 1 << 16;

    /** Form of the characters that the viewer does not write into XML. */
    private static final Pattern MANGLED = Pattern.compile("\\\\([0-9a-fA-F]{4});");

    private final Predicate<String> names;
    private final long latestMillis;
    private final Runnable alive;
    private final Long2ObjectHashMap<Inode> inodes = new Long2ObjectHashMap<>();
    /** Inodes of the references to files that a snapshot also contains. */
    private final LongArrayList references = new LongArrayList();

    private long count;
    private long changedMillis;
    private boolean directories;
    private XMLStreamReader xml;

    private static final class Inode {
        private String name = "";
        private boolean isFile;
        private boolean open;
        private long size;
        private long modified;
        private Inode parent;
        /** Whether this is the root directory. */
        private boolean root;
    }

    /** Reads the element at which the reader is, to its end. */
    @FunctionalInterface
    private interface Element {
        void read(String name) throws XMLStreamException;
    }

    /** @param latestMillis latest time of a change, in milliseconds since the epoch */
    FsImageXml(Predicate<String> names, long latestMillis, Runnable alive) {
        this.names = names;
        this.latestMillis = latestMillis;
        this.alive = alive;
    }

    FsImage parse(String location, InputStream in) throws IOException {
        // The parser of the JDK, whose limits are known; a node of a cluster may have another one on its class path.
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        try {
            xml = factory.createXMLStreamReader(in);
            xml.nextTag();
            if (!xml.getLocalName().equals("fsimage")) {
                throw new IOException(location + " is not the XML of an fsimage: its first element is "
                        + xml.getLocalName() + "; write it with hdfs oiv -p XML");
            }
            children(this::section);
        } catch (XMLStreamException | NumberFormatException e) {
            throw new IOException(
                    location + " is not the complete XML of an fsimage: "
                            + e.getMessage().replace('\n', ' '),
                    e);
        }
        if (!directories) {
            throw new IOException(
                    location + " is not the XML of an fsimage of Hadoop 3: it has no INodeDirectorySection");
        }
        return new FsImage(changedMillis * NANOS_PER_MILLI, files());
    }

    private void section(String name) throws XMLStreamException {
        switch (name) {
            case "INodeSection" -> children(child -> inode(child));
            case "INodeReferenceSection" -> children(this::reference);
            case "INodeDirectorySection" -> {
                directories = true;
                children(this::directory);
            }
            default -> skip();
        }
    }

    private void inode(String element) throws XMLStreamException {
        if (!element.equals("inode")) {
            skip();
            return;
        }
        Inode inode = new Inode();
        long[] id = {-1};
        children(field -> {
            switch (field) {
                case "id" -> id[0] = number();
                case "name" -> inode.name = unmangled(xml.getElementText());
                case "type" -> inode.isFile = xml.getElementText().equals("FILE");
                case "mtime" -> inode.modified = number();
                case "blocks" -> children(block -> block(inode));
                case "file-under-construction" -> {
                    inode.open = true;
                    skip();
                }
                default -> skip();
            }
        });
        changedMillis = inode.modified <= latestMillis ? Math.max(changedMillis, inode.modified) : changedMillis;
        inode.root = inode.name.isEmpty();
        if (inode.root || names.test(inode.name)) {
            inodes.put(id[0], inode);
        }
        if (++count % ALIVE_INODES == 0) {
            alive.run();
        }
    }

    private void block(Inode file) throws XMLStreamException {
        children(field -> {
            if (field.equals("numBytes")) {
                file.size += number();
            } else {
                skip();
            }
        });
    }

    private void reference(String element) throws XMLStreamException {
        children(field -> {
            if (field.equals("referredId")) {
                references.addLong(number());
            } else {
                skip();
            }
        });
    }

    private void directory(String element) throws XMLStreamException {
        Inode[] parent = new Inode[1];
        children(field -> {
            switch (field) {
                case "parent" -> parent[0] = inodes.get(number());
                case "child" -> place(number(), parent[0]);
                case "refChild" -> {
                    int reference = Math.toIntExact(number());
                    if (reference < references.size()) {
                        place(references.getLong(reference), parent[0]);
                    }
                }
                default -> skip();
            }
        });
    }

    private void place(long id, Inode parent) {
        Inode child = inodes.get(id);
        if (child != null) {
            child.parent = parent;
        }
    }

    private List<FsImage.File> files() {
        List<FsImage.File> files = new ArrayList<>();
        for (Inode inode : inodes.values()) {
            StringBuilder path = new StringBuilder();
            Inode at = inode;
            while (inode.isFile && at != null && !at.root) {
                path.insert(0, "/" + at.name);
                at = at.parent;
            }
            // Without a way to the root, the file is in a snapshot only, or below a directory of no interest.
            if (inode.isFile && at != null) {
                files.add(new FsImage.File(path.toString(), inode.size, inode.modified * NANOS_PER_MILLI, inode.open));
            }
        }
        return files;
    }

    private long number() throws XMLStreamException {
        return Long.parseLong(xml.getElementText().trim());
    }

    /** Reads the children of the element at which the reader is, to its end. */
    private void children(Element child) throws XMLStreamException {
        while (xml.next() != XMLStreamConstants.END_ELEMENT) {
            if (xml.isStartElement()) {
                child.read(xml.getLocalName());
            } else if (xml.getEventType() == XMLStreamConstants.END_DOCUMENT) {
                throw new XMLStreamException("unexpected end");
            }
        }
    }

    private void skip() throws XMLStreamException {
        children(child -> skip());
    }

    private static String unmangled(String name) {
        return name.indexOf('\\') < 0
                ? name
                : MANGLED.matcher(name)
                        .replaceAll(found ->
                                Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(found.group(1), 16))));
    }
}
