package org.underbase.htfs.context;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.token.Token;
import org.underbase.htfs.format.Call;

/** Records the calls of {@code FileContext} on attributes, snapshots, policies and tokens of {@code hdfs://}. */
public abstract class TracedHdfsAttributes extends TracedHdfsFiles {
    protected TracedHdfsAttributes(URI uri, Configuration conf) throws IOException, URISyntaxException {
        super(uri, conf);
    }

    @Override
    public void setPermission(Path f, FsPermission permission) throws IOException {
        calls().run(
                        Call.SET_PERMISSION,
                        f,
                        facts -> facts.addPermission(permission),
                        () -> super.setPermission(f, permission));
    }

    @Override
    public void setOwner(Path f, String owner, String group) throws IOException {
        calls().run(
                        Call.SET_OWNER,
                        f,
                        facts -> facts.add("owner", owner).add("group", group),
                        () -> super.setOwner(f, owner, group));
    }

    @Override
    public void setTimes(Path f, long modified, long accessed) throws IOException {
        calls().run(
                        Call.SET_TIMES,
                        f,
                        facts -> facts.add("modified", modified).add("accessed", accessed),
                        () -> super.setTimes(f, modified, accessed));
    }

    @Override
    public boolean setReplication(Path f, short replication) throws IOException {
        return calls().call(
                        Call.SET_REPLICATION,
                        f,
                        facts -> facts.add("replication", replication),
                        () -> super.setReplication(f, replication));
    }

    @Override
    public void modifyAclEntries(Path f, List<AclEntry> entries) throws IOException {
        calls().run(
                        Call.MODIFY_ACL_ENTRIES,
                        f,
                        facts -> facts.add("entries", entries == null ? null : entries.size()),
                        () -> super.modifyAclEntries(f, entries));
    }

    @Override
    public void removeAclEntries(Path f, List<AclEntry> entries) throws IOException {
        calls().run(
                        Call.REMOVE_ACL_ENTRIES,
                        f,
                        facts -> facts.add("entries", entries == null ? null : entries.size()),
                        () -> super.removeAclEntries(f, entries));
    }

    @Override
    public void removeDefaultAcl(Path f) throws IOException {
        calls().run(Call.REMOVE_DEFAULT_ACL, f, () -> super.removeDefaultAcl(f));
    }

    @Override
    public void removeAcl(Path f) throws IOException {
        calls().run(Call.REMOVE_ACL, f, () -> super.removeAcl(f));
    }

    @Override
    public void setAcl(Path f, List<AclEntry> entries) throws IOException {
        calls().run(
                        Call.SET_ACL,
                        f,
                        facts -> facts.add("entries", entries == null ? null : entries.size()),
                        () -> super.setAcl(f, entries));
    }

    @Override
    public AclStatus getAclStatus(Path f) throws IOException {
        return calls().call(Call.GET_ACL_STATUS, f, () -> super.getAclStatus(f));
    }

    @Override
    public void setXAttr(Path f, String name, byte[] value) throws IOException {
        calls().run(Call.SET_XATTR, f, facts -> facts.add("name", name), () -> super.setXAttr(f, name, value));
    }

    @Override
    public void setXAttr(Path f, String name, byte[] value, EnumSet<XAttrSetFlag> flags) throws IOException {
        calls().run(
                        Call.SET_XATTR,
                        f,
                        facts -> facts.add("name", name).addAll("flags", flags),
                        () -> super.setXAttr(f, name, value, flags));
    }

    @Override
    public byte[] getXAttr(Path f, String name) throws IOException {
        return calls().call(Call.GET_XATTR, f, facts -> facts.add("name", name), () -> super.getXAttr(f, name));
    }

    @Override
    public Map<String, byte[]> getXAttrs(Path f) throws IOException {
        return calls().call(Call.GET_XATTRS, f, () -> super.getXAttrs(f));
    }

    @Override
    public Map<String, byte[]> getXAttrs(Path f, List<String> names) throws IOException {
        return calls().call(
                        Call.GET_XATTRS,
                        f,
                        facts -> facts.add("names", names == null ? null : names.size()),
                        () -> super.getXAttrs(f, names));
    }

    @Override
    public List<String> listXAttrs(Path f) throws IOException {
        return calls().call(Call.LIST_XATTRS, f, () -> super.listXAttrs(f));
    }

    @Override
    public void removeXAttr(Path f, String name) throws IOException {
        calls().run(Call.REMOVE_XATTR, f, facts -> facts.add("name", name), () -> super.removeXAttr(f, name));
    }

    @Override
    public void setStoragePolicy(Path f, String policy) throws IOException {
        calls().run(
                        Call.SET_STORAGE_POLICY,
                        f,
                        facts -> facts.add("policy", policy),
                        () -> super.setStoragePolicy(f, policy));
    }

    @Override
    public void unsetStoragePolicy(Path f) throws IOException {
        calls().run(Call.UNSET_STORAGE_POLICY, f, () -> super.unsetStoragePolicy(f));
    }

    @Override
    public BlockStoragePolicySpi getStoragePolicy(Path f) throws IOException {
        return calls().call(Call.GET_STORAGE_POLICY, f, () -> super.getStoragePolicy(f));
    }

    @Override
    public Collection<? extends BlockStoragePolicySpi> getAllStoragePolicies() throws IOException {
        return calls().call(Call.GET_ALL_STORAGE_POLICIES, () -> super.getAllStoragePolicies());
    }

    @Override
    public void satisfyStoragePolicy(Path f) throws IOException {
        calls().run(Call.SATISFY_STORAGE_POLICY, f, () -> super.satisfyStoragePolicy(f));
    }

    @Override
    public Path createSnapshot(Path f, String name) throws IOException {
        return calls().call(
                        Call.CREATE_SNAPSHOT,
                        f,
                        facts -> facts.add("snapshot", name),
                        () -> super.createSnapshot(f, name));
    }

    @Override
    public void renameSnapshot(Path f, String from, String to) throws IOException {
        calls().run(
                        Call.RENAME_SNAPSHOT,
                        f,
                        facts -> facts.add("from", from).add("to", to),
                        () -> super.renameSnapshot(f, from, to));
    }

    @Override
    public void deleteSnapshot(Path f, String name) throws IOException {
        calls().run(Call.DELETE_SNAPSHOT, f, facts -> facts.add("snapshot", name), () -> super.deleteSnapshot(f, name));
    }

    @Override
    public List<Token<?>> getDelegationTokens(String renewer) throws IOException {
        return calls().call(
                        Call.GET_DELEGATION_TOKEN,
                        null,
                        facts -> facts.add("renewer", renewer),
                        () -> super.getDelegationTokens(renewer));
    }

    @Override
    public CompletableFuture<FSDataInputStream> openFileWithOptions(Path f, OpenFileParameters parameters)
            throws IOException {
        return calls().future(
                        Call.OPEN,
                        f,
                        facts -> facts.add("by", "openFile"),
                        () -> super.openFileWithOptions(f, parameters));
    }
}
