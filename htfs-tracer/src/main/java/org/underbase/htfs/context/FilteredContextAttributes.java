package org.underbase.htfs.context;

import java.io.IOException;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.token.Token;
import org.underbase.htfs.filter.TracedStreams;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.Tracer;

/** Records the calls of {@code FileContext} on attributes, snapshots, policies and tokens of any scheme. */
public abstract class FilteredContextAttributes extends FilteredContextFiles {
    protected FilteredContextAttributes(AbstractFileSystem inner, Tracer tracer, String user)
            throws URISyntaxException {
        super(inner, tracer, user);
    }

    @Override
    public void setPermission(Path f, FsPermission permission) throws IOException {
        calls().run(Call.SET_PERMISSION, f, facts -> facts.addPermission(permission), () -> getMyFs()
                .setPermission(f, permission));
    }

    @Override
    public void setOwner(Path f, String owner, String group) throws IOException {
        calls().run(Call.SET_OWNER, f, facts -> facts.add("owner", owner).add("group", group), () -> getMyFs()
                .setOwner(f, owner, group));
    }

    @Override
    public void setTimes(Path f, long modified, long accessed) throws IOException {
        calls().run(
                        Call.SET_TIMES,
                        f,
                        facts -> facts.add("modified", modified).add("accessed", accessed),
                        () -> getMyFs().setTimes(f, modified, accessed));
    }

    @Override
    public boolean setReplication(Path f, short replication) throws IOException {
        return calls().call(Call.SET_REPLICATION, f, facts -> facts.add("replication", replication), () -> getMyFs()
                .setReplication(f, replication));
    }

    @Override
    public void modifyAclEntries(Path f, List<AclEntry> entries) throws IOException {
        calls().run(
                        Call.MODIFY_ACL_ENTRIES,
                        f,
                        facts -> facts.add("entries", entries == null ? null : entries.size()),
                        () -> getMyFs().modifyAclEntries(f, entries));
    }

    @Override
    public void removeAclEntries(Path f, List<AclEntry> entries) throws IOException {
        calls().run(
                        Call.REMOVE_ACL_ENTRIES,
                        f,
                        facts -> facts.add("entries", entries == null ? null : entries.size()),
                        () -> getMyFs().removeAclEntries(f, entries));
    }

    @Override
    public void removeDefaultAcl(Path f) throws IOException {
        calls().run(Call.REMOVE_DEFAULT_ACL, f, () -> getMyFs().removeDefaultAcl(f));
    }

    @Override
    public void removeAcl(Path f) throws IOException {
        calls().run(Call.REMOVE_ACL, f, () -> getMyFs().removeAcl(f));
    }

    @Override
    public void setAcl(Path f, List<AclEntry> entries) throws IOException {
        calls().run(
                        Call.SET_ACL,
                        f,
                        facts -> facts.add("entries", entries == null ? null : entries.size()),
                        () -> getMyFs().setAcl(f, entries));
    }

    @Override
    public AclStatus getAclStatus(Path f) throws IOException {
        return calls().call(Call.GET_ACL_STATUS, f, () -> getMyFs().getAclStatus(f));
    }

    @Override
    public void setXAttr(Path f, String name, byte[] value) throws IOException {
        calls().run(Call.SET_XATTR, f, facts -> facts.add("name", name), () -> getMyFs()
                .setXAttr(f, name, value));
    }

    @Override
    public void setXAttr(Path f, String name, byte[] value, EnumSet<XAttrSetFlag> flags) throws IOException {
        calls().run(Call.SET_XATTR, f, facts -> facts.add("name", name).addAll("flags", flags), () -> getMyFs()
                .setXAttr(f, name, value, flags));
    }

    @Override
    public byte[] getXAttr(Path f, String name) throws IOException {
        return calls().call(Call.GET_XATTR, f, facts -> facts.add("name", name), () -> getMyFs()
                .getXAttr(f, name));
    }

    @Override
    public Map<String, byte[]> getXAttrs(Path f) throws IOException {
        return calls().call(Call.GET_XATTRS, f, () -> getMyFs().getXAttrs(f));
    }

    @Override
    public Map<String, byte[]> getXAttrs(Path f, List<String> names) throws IOException {
        return calls().call(
                        Call.GET_XATTRS,
                        f,
                        facts -> facts.add("names", names == null ? null : names.size()),
                        () -> getMyFs().getXAttrs(f, names));
    }

    @Override
    public List<String> listXAttrs(Path f) throws IOException {
        return calls().call(Call.LIST_XATTRS, f, () -> getMyFs().listXAttrs(f));
    }

    @Override
    public void removeXAttr(Path f, String name) throws IOException {
        calls().run(Call.REMOVE_XATTR, f, facts -> facts.add("name", name), () -> getMyFs()
                .removeXAttr(f, name));
    }

    @Override
    public void setStoragePolicy(Path f, String policy) throws IOException {
        calls().run(Call.SET_STORAGE_POLICY, f, facts -> facts.add("policy", policy), () -> getMyFs()
                .setStoragePolicy(f, policy));
    }

    @Override
    public void unsetStoragePolicy(Path f) throws IOException {
        calls().run(Call.UNSET_STORAGE_POLICY, f, () -> getMyFs().unsetStoragePolicy(f));
    }

    @Override
    public BlockStoragePolicySpi getStoragePolicy(Path f) throws IOException {
        return calls().call(Call.GET_STORAGE_POLICY, f, () -> getMyFs().getStoragePolicy(f));
    }

    @Override
    public Collection<? extends BlockStoragePolicySpi> getAllStoragePolicies() throws IOException {
        return calls().call(Call.GET_ALL_STORAGE_POLICIES, () -> getMyFs().getAllStoragePolicies());
    }

    @Override
    public void satisfyStoragePolicy(Path f) throws IOException {
        calls().run(Call.SATISFY_STORAGE_POLICY, f, () -> getMyFs().satisfyStoragePolicy(f));
    }

    @Override
    public Path createSnapshot(Path f, String name) throws IOException {
        return calls().call(Call.CREATE_SNAPSHOT, f, facts -> facts.add("snapshot", name), () -> getMyFs()
                .createSnapshot(f, name));
    }

    @Override
    public void renameSnapshot(Path f, String from, String to) throws IOException {
        calls().run(Call.RENAME_SNAPSHOT, f, facts -> facts.add("from", from).add("to", to), () -> getMyFs()
                .renameSnapshot(f, from, to));
    }

    @Override
    public void deleteSnapshot(Path f, String name) throws IOException {
        calls().run(Call.DELETE_SNAPSHOT, f, facts -> facts.add("snapshot", name), () -> getMyFs()
                .deleteSnapshot(f, name));
    }

    @Override
    public List<Token<?>> getDelegationTokens(String renewer) throws IOException {
        return calls().call(Call.GET_DELEGATION_TOKEN, null, facts -> facts.add("renewer", renewer), () -> getMyFs()
                .getDelegationTokens(renewer));
    }

    @Override
    public CompletableFuture<FSDataInputStream> openFileWithOptions(Path f, OpenFileParameters parameters)
            throws IOException {
        return calls().future(Call.OPEN, f, facts -> facts.add("by", "openFile"), () -> getMyFs()
                .openFileWithOptions(f, parameters)
                .thenApply(in -> TracedStreams.input(in, calls(), f)));
    }
}
