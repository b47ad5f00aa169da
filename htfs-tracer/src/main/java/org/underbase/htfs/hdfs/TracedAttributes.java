package org.underbase.htfs.hdfs;

import java.io.IOException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.underbase.htfs.format.Call;

/** Records the calls on the attributes of files and directories: owner, times, ACL, extended attributes, quota, policy. */
abstract class TracedAttributes extends TracedNamespace {
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
    public QuotaUsage getQuotaUsage(Path f) throws IOException {
        return calls().call(Call.GET_QUOTA_USAGE, f, () -> super.getQuotaUsage(f));
    }

    @Override
    public void setQuota(Path f, long names, long space) throws IOException {
        calls().run(
                        Call.SET_QUOTA,
                        f,
                        facts -> facts.add("names", names).add("space", space),
                        () -> super.setQuota(f, names, space));
    }

    @Override
    public void setQuotaByStorageType(Path f, StorageType type, long quota) throws IOException {
        calls().run(
                        Call.SET_QUOTA_BY_STORAGE_TYPE,
                        f,
                        facts -> facts.add("storageType", type).add("space", quota),
                        () -> super.setQuotaByStorageType(f, type, quota));
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
    public Collection<BlockStoragePolicy> getAllStoragePolicies() throws IOException {
        return calls().call(Call.GET_ALL_STORAGE_POLICIES, () -> super.getAllStoragePolicies());
    }

    @Override
    public void satisfyStoragePolicy(Path f) throws IOException {
        calls().run(Call.SATISFY_STORAGE_POLICY, f, () -> super.satisfyStoragePolicy(f));
    }
}
