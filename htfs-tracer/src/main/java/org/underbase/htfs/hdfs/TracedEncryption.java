package org.underbase.htfs.hdfs;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.crypto.key.KeyProvider;
import org.apache.hadoop.fs.FileEncryptionInfo;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.EncryptionZone;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.ReencryptAction;
import org.apache.hadoop.hdfs.protocol.ZoneReencryptionStatus;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.token.DelegationTokenIssuer;
import org.apache.hadoop.security.token.Token;
import org.underbase.htfs.call.TracedIterator;
import org.underbase.htfs.format.Call;

/** Records the calls on encryption zones, keys and delegation tokens; never a key or a token. */
abstract class TracedEncryption extends TracedErasureCoding {
    @Override
    public void createEncryptionZone(Path f, String key) throws IOException {
        calls().run(
                        Call.CREATE_ENCRYPTION_ZONE,
                        f,
                        facts -> facts.add("key", key),
                        () -> super.createEncryptionZone(f, key));
    }

    @Override
    public EncryptionZone getEZForPath(Path f) throws IOException {
        return calls().call(Call.GET_EZ_FOR_PATH, f, () -> super.getEZForPath(f));
    }

    @Override
    public RemoteIterator<EncryptionZone> listEncryptionZones() throws IOException {
        return new TracedIterator<>(
                calls().call(Call.LIST_ENCRYPTION_ZONES, () -> super.listEncryptionZones()), calls(), null);
    }

    @Override
    public void reencryptEncryptionZone(Path f, ReencryptAction action) throws IOException {
        calls().run(
                        Call.REENCRYPT_ENCRYPTION_ZONE,
                        f,
                        facts -> facts.add("action", action),
                        () -> super.reencryptEncryptionZone(f, action));
    }

    @Override
    public RemoteIterator<ZoneReencryptionStatus> listReencryptionStatus() throws IOException {
        return new TracedIterator<>(
                calls().call(Call.LIST_REENCRYPTION_STATUS, () -> super.listReencryptionStatus()), calls(), null);
    }

    @Override
    public FileEncryptionInfo getFileEncryptionInfo(Path f) throws IOException {
        return calls().call(Call.GET_FILE_ENCRYPTION_INFO, f, () -> super.getFileEncryptionInfo(f));
    }

    @Override
    public void provisionEZTrash(Path f, FsPermission permission) throws IOException {
        calls().run(
                        Call.PROVISION_EZ_TRASH,
                        f,
                        facts -> facts.addPermission(permission),
                        () -> super.provisionEZTrash(f, permission));
    }

    @Override
    public URI getKeyProviderUri() throws IOException {
        return calls().call(Call.GET_KEY_PROVIDER_URI, () -> super.getKeyProviderUri());
    }

    @Override
    public KeyProvider getKeyProvider() throws IOException {
        return calls().call(Call.GET_KEY_PROVIDER, () -> super.getKeyProvider());
    }

    @Override
    public Token<DelegationTokenIdentifier> getDelegationToken(String renewer) throws IOException {
        return calls().call(
                        Call.GET_DELEGATION_TOKEN,
                        null,
                        facts -> facts.add("renewer", renewer),
                        () -> super.getDelegationToken(renewer));
    }

    @Override
    public Token<?>[] addDelegationTokens(String renewer, Credentials credentials) throws IOException {
        return calls().call(
                        Call.ADD_DELEGATION_TOKENS,
                        null,
                        facts -> facts.add("renewer", renewer),
                        () -> super.addDelegationTokens(renewer, credentials));
    }

    @Override
    public DelegationTokenIssuer[] getAdditionalTokenIssuers() throws IOException {
        return calls().call(Call.GET_ADDITIONAL_TOKEN_ISSUERS, () -> super.getAdditionalTokenIssuers());
    }
}
