package org.underbase.htfs.filter;

import java.io.IOException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.StorageStatistics;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.token.DelegationTokenIssuer;
import org.apache.hadoop.security.token.Token;
import org.underbase.htfs.format.Call;

/** Records the calls on attributes, snapshots, policies and tokens of any file system. */
public abstract class FilteredAttributes extends FilteredNamespace {
    protected FilteredAttributes() {}

    protected FilteredAttributes(FileSystem inner) {
        super(inner);
    }

    @Override
    public void setPermission(Path f, FsPermission permission) throws IOException {
        calls().run(
                        Call.SET_PERMISSION,
                        f,
                        facts -> facts.addPermission(permission),
                        () -> fs.setPermission(f, permission));
    }

    @Override
    public void setOwner(Path f, String owner, String group) throws IOException {
        calls().run(
                        Call.SET_OWNER,
                        f,
                        facts -> facts.add("owner", owner).add("group", group),
                        () -> fs.setOwner(f, owner, group));
    }

    @Override
    public void setTimes(Path f, long modified, long accessed) throws IOException {
        calls().run(
                        Call.SET_TIMES,
                        f,
                        facts -> facts.add("modified", modified).add("accessed", accessed),
                        () -> fs.setTimes(f, modified, accessed));
    }

    @Override
    public boolean setReplication(Path f, short replication) throws IOException {
        return calls().call(
                        Call.SET_REPLICATION,
                        f,
                        facts -> facts.add("replication", replication),
                        () -> fs.setReplication(f, replication));
    }

    @Override
    public void modifyAclEntries(Path f, List<AclEntry> entries) throws IOException {
        calls().run(
                        Call.MODIFY_ACL_ENTRIES,
                        f,
                        facts -> facts.add("entries", entries == null ? null : entries.size()),
                        () -> fs.modifyAclEntries(f, entries));
    }

    @Override
    public void removeAclEntries(Path f, List<AclEntry> entries) throws IOException {
        calls().run(
                        Call.REMOVE_ACL_ENTRIES,
                        f,
                        facts -> facts.add("entries", entries == null ? null : entries.size()),
                        () -> fs.removeAclEntries(f, entries));
    }

    @Override
    public void removeDefaultAcl(Path f) throws IOException {
        calls().run(Call.REMOVE_DEFAULT_ACL, f, () -> fs.removeDefaultAcl(f));
    }

    @Override
    public void removeAcl(Path f) throws IOException {
        calls().run(Call.REMOVE_ACL, f, () -> fs.removeAcl(f));
    }

    @Override
    public void setAcl(Path f, List<AclEntry> entries) throws IOException {
        calls().run(
                        Call.SET_ACL,
                        f,
                        facts -> facts.add("entries", entries == null ? null : entries.size()),
                        () -> fs.setAcl(f, entries));
    }

    @Override
    public AclStatus getAclStatus(Path f) throws IOException {
        return calls().call(Call.GET_ACL_STATUS, f, () -> fs.getAclStatus(f));
    }

    @Override
    public void setXAttr(Path f, String name, byte[] value) throws IOException {
        calls().run(Call.SET_XATTR, f, facts -> facts.add("name", name), () -> fs.setXAttr(f, name, value));
    }

    @Override
    public void setXAttr(Path f, String name, byte[] value, EnumSet<XAttrSetFlag> flags) throws IOException {
        calls().run(
                        Call.SET_XATTR,
                        f,
                        facts -> facts.add("name", name).addAll("flags", flags),
                        () -> fs.setXAttr(f, name, value, flags));
    }

    @Override
    public byte[] getXAttr(Path f, String name) throws IOException {
        return calls().call(Call.GET_XATTR, f, facts -> facts.add("name", name), () -> fs.getXAttr(f, name));
    }

    @Override
    public Map<String, byte[]> getXAttrs(Path f) throws IOException {
        return calls().call(Call.GET_XATTRS, f, () -> fs.getXAttrs(f));
    }

    @Override
    public Map<String, byte[]> getXAttrs(Path f, List<String> names) throws IOException {
        return calls().call(
                        Call.GET_XATTRS,
                        f,
                        facts -> facts.add("names", names == null ? null : names.size()),
                        () -> fs.getXAttrs(f, names));
    }

    @Override
    public List<String> listXAttrs(Path f) throws IOException {
        return calls().call(Call.LIST_XATTRS, f, () -> fs.listXAttrs(f));
    }

    @Override
    public void removeXAttr(Path f, String name) throws IOException {
        calls().run(Call.REMOVE_XATTR, f, facts -> facts.add("name", name), () -> fs.removeXAttr(f, name));
    }

    @Override
    public QuotaUsage getQuotaUsage(Path f) throws IOException {
        return calls().call(Call.GET_QUOTA_USAGE, f, () -> fs.getQuotaUsage(f));
    }

    @Override
    public void setQuota(Path f, long names, long space) throws IOException {
        calls().run(
                        Call.SET_QUOTA,
                        f,
                        facts -> facts.add("names", names).add("space", space),
                        () -> fs.setQuota(f, names, space));
    }

    @Override
    public void setQuotaByStorageType(Path f, StorageType type, long quota) throws IOException {
        calls().run(
                        Call.SET_QUOTA_BY_STORAGE_TYPE,
                        f,
                        facts -> facts.add("storageType", type).add("space", quota),
                        () -> fs.setQuotaByStorageType(f, type, quota));
    }

    @Override
    public void setStoragePolicy(Path f, String policy) throws IOException {
        calls().run(
                        Call.SET_STORAGE_POLICY,
                        f,
                        facts -> facts.add("policy", policy),
                        () -> fs.setStoragePolicy(f, policy));
    }

    @Override
    public void unsetStoragePolicy(Path f) throws IOException {
        calls().run(Call.UNSET_STORAGE_POLICY, f, () -> fs.unsetStoragePolicy(f));
    }

    @Override
    public BlockStoragePolicySpi getStoragePolicy(Path f) throws IOException {
        return calls().call(Call.GET_STORAGE_POLICY, f, () -> fs.getStoragePolicy(f));
    }

    @Override
    public Collection<? extends BlockStoragePolicySpi> getAllStoragePolicies() throws IOException {
        return calls().call(Call.GET_ALL_STORAGE_POLICIES, () -> fs.getAllStoragePolicies());
    }

    @Override
    public void satisfyStoragePolicy(Path f) throws IOException {
        calls().run(Call.SATISFY_STORAGE_POLICY, f, () -> fs.satisfyStoragePolicy(f));
    }

    @Override
    public Path createSnapshot(Path f, String name) throws IOException {
        return calls().call(
                        Call.CREATE_SNAPSHOT,
                        f,
                        facts -> facts.add("snapshot", name),
                        () -> fs.createSnapshot(f, name));
    }

    @Override
    public void renameSnapshot(Path f, String from, String to) throws IOException {
        calls().run(
                        Call.RENAME_SNAPSHOT,
                        f,
                        facts -> facts.add("from", from).add("to", to),
                        () -> fs.renameSnapshot(f, from, to));
    }

    @Override
    public void deleteSnapshot(Path f, String name) throws IOException {
        calls().run(Call.DELETE_SNAPSHOT, f, facts -> facts.add("snapshot", name), () -> fs.deleteSnapshot(f, name));
    }

    @Override
    public Path getTrashRoot(Path f) {
        return calls().local(Call.GET_TRASH_ROOT, f, null, () -> fs.getTrashRoot(f));
    }

    @Override
    public Collection<FileStatus> getTrashRoots(boolean allUsers) {
        return calls().local(
                        Call.GET_TRASH_ROOTS,
                        null,
                        facts -> facts.add("allUsers", allUsers),
                        () -> fs.getTrashRoots(allUsers));
    }

    @Override
    public Token<?> getDelegationToken(String renewer) throws IOException {
        return calls().call(
                        Call.GET_DELEGATION_TOKEN,
                        null,
                        facts -> facts.add("renewer", renewer),
                        () -> fs.getDelegationToken(renewer));
    }

    @Override
    public Token<?>[] addDelegationTokens(String renewer, Credentials credentials) throws IOException {
        return calls().call(
                        Call.ADD_DELEGATION_TOKENS,
                        null,
                        facts -> facts.add("renewer", renewer),
                        () -> fs.addDelegationTokens(renewer, credentials));
    }

    @Override
    public DelegationTokenIssuer[] getAdditionalTokenIssuers() throws IOException {
        return calls().call(Call.GET_ADDITIONAL_TOKEN_ISSUERS, () -> fs.getAdditionalTokenIssuers());
    }

    @Override
    public String getCanonicalServiceName() {
        return fs.getCanonicalServiceName();
    }

    @Override
    public String getScheme() {
        return fs.getScheme();
    }

    @Override
    public StorageStatistics getStorageStatistics() {
        return fs.getStorageStatistics();
    }

    @Override
    public boolean deleteOnExit(Path f) throws IOException {
        return calls().call(Call.DELETE_ON_EXIT, f, () -> fs.deleteOnExit(f));
    }

    @Override
    public void close() throws IOException {
        calls().around(Call.CLOSE_FILE_SYSTEM, super::close);
    }
}
