package org.underbase.workload.messages.mailbox;

/**
 * Message as it was sent. It never changes.
 *
 * @param mid number in the mailbox, from 0
 * @param chat true for chat, false for mail
 * @param sender number of a contact of the user
 * @param recipients number of recipients
 * @param sentAt time in seconds of an artificial clock that advances with the mailbox, so that contents are reproducible
 * @param externalId ID outside this mailbox
 * @param subject empty for chat
 * @param body ASCII text
 */
public record Message(
        int mid,
        boolean chat,
        int sender,
        int recipients,
        long sentAt,
        String externalId,
        String subject,
        String body) {}
